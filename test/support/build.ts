import { execFileSync } from 'node:child_process';

/** Builds once before all tests: some of them start the built program. */
export default function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
