/** The part of the package that has no declarations of its own: it loads the compiled file for this machine. */
declare module '@lydell/node-pty/requireBinary.js' {
  export function requireBinary(file: string): unknown;
}
