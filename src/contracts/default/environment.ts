import type { EnvironmentRule } from '../../model/plan.ts';

/**
 * The host's environment without what looks like a secret, and with what keeps programs from waiting for a person:
 * no pager, no editor, no question for a password, no colours, no progress bars. It leaves the user's own
 * configuration of every program alone.
 *
 * On a terminal there is somebody to answer, and colours are not in the text that is read of a screen. Pagers and editors
 * stay off there too: the output of `git log` is wanted whole, and a command that wants an editor names it.
 */
export const environmentRule: EnvironmentRule = {
  inherit: 'without-secrets',
  set: {
    // Pagers wait for a key. An empty AWS_PAGER turns the AWS pager off; the others have no such value.
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GH_PAGER: 'cat',
    MANPAGER: 'cat',
    SYSTEMD_PAGER: 'cat',
    AWS_PAGER: '',
    // An editor waits for a person. `false` makes the program that would open one fail and say so.
    EDITOR: 'false',
    VISUAL: 'false',
    GIT_EDITOR: 'false',
    GIT_SEQUENCE_EDITOR: 'false',
  },
  setWithoutTerminal: {
    // Questions for a name, a password or a yes.
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    GH_PROMPT_DISABLED: '1',
    DEBIAN_FRONTEND: 'noninteractive',
    PIP_NO_INPUT: '1',
    // Colours and bars are for eyes.
    TERM: 'dumb',
    NO_COLOR: '1',
    PIP_PROGRESS_BAR: 'off',
    npm_config_progress: 'false',
  },
};
