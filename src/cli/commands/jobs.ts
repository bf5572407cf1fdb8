import type { Command } from 'commander';
import type { InputFlags, JobFlags, OutputFlags } from '../jobs.ts';
import type { Terminal } from '../terminal.ts';
import type { Done } from './options.ts';

/** What is for commands that go on after their call: `jobs`, `output`, `wait`, `input`, `stop`. */
export function addJobs(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('jobs')
    .description('list the jobs: commands that go on after their call')
    .option('--json', 'print JSON')
    .action(async (flags: JobFlags) => {
      const { jobs } = await import('../jobs.ts');
      done(await jobs(terminal, flags));
    });

  program
    .command('output')
    .description('print what a job has written, and how it is doing')
    .argument('<job>', 'the id of the job')
    .option('--search <pattern>', 'only the lines that a regular expression matches')
    .option('--from-line <n>', 'from this line on; -20 are the last twenty')
    .option('--lines <n>', 'so many lines')
    .option('--json', 'print JSON')
    .action(async (job: string, flags: OutputFlags) => {
      const { output } = await import('../jobs.ts');
      done(await output(terminal, job, flags));
    });

  program
    .command('wait')
    .description(
      'wait until a job has ended, and print its last lines; exit status 1 when it did not come about',
    )
    .argument('<job>', 'the id of the job')
    .option('--pattern <pattern>', 'until it writes a line that a regular expression matches')
    .option('--port <port>', 'until a local port is open')
    .option('--idle', 'until it is silent')
    .option('--timeout-ms <ms>', 'at most so many milliseconds (default: 600000)')
    .option('--json', 'print JSON')
    .action(async (job: string, flags: OutputFlags) => {
      const { wait } = await import('../jobs.ts');
      done(await wait(terminal, job, flags));
    });

  program
    .command('input')
    .description('write to the standard input of a job; exit status 1 when it did not take all of it')
    .argument('<job>', 'the id of the job')
    .argument('[text]', 'the text, as it is')
    .option('--key <name...>', 'keys pressed after the text: Enter, C-c, Up, …')
    .option('--eof', 'end the input after that')
    .option('--json', 'print JSON')
    .action(async (job: string, text: string | undefined, flags: InputFlags) => {
      const { input } = await import('../jobs.ts');
      done(await input(terminal, job, text, flags));
    });

  program
    .command('stop')
    .description('end a job, every process of it')
    .argument('<job>', 'the id of the job')
    .option('--signal <name>', 'only send this signal, such as SIGINT')
    .option('--json', 'print JSON')
    .action(async (job: string, flags: JobFlags & { signal?: string }) => {
      const { stop } = await import('../jobs.ts');
      done(await stop(terminal, job, flags));
    });
}
