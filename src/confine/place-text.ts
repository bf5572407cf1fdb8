/** How the places of a level begin: any other would be one somewhere else, or none. */
export const placesExpected =
  'a path that begins with /, with ~/ for the home directory, or with ./ for the workspace';

export function isPlaceText(value: unknown): boolean {
  return typeof value === 'string' && /^(\/|~\/|\.\/)[^\0]*$/.test(value);
}
