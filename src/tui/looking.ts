import type { Tab } from './tabs.ts';
import type { TextField } from './text-field.ts';

/** What is opened whole. */
export interface View {
  readonly kind: 'call' | 'job' | 'approval' | 'entry' | 'help';
  readonly id: string;
}

/** A text that is being typed. */
export type Entry = { readonly kind: 'search'; readonly field: TextField } | AnswerEntry;

/** A text that an approval is answered with. */
export interface AnswerEntry {
  readonly kind: 'reason' | 'command' | 'rule';
  readonly field: TextField;
}

/** A row of a list. */
interface Place {
  readonly id: string;
  readonly index: number;
}

/** What the person looks at. */
export interface Looking {
  readonly tab: Tab;
  /** By list: the id of what is selected, and where it was; `null`: the first one, whichever that is. */
  readonly selected: Readonly<Partial<Record<Tab, Place | undefined>>>;
  readonly view: View | null;
  /** The first line of the view on the screen; `null`: it follows the end. */
  readonly top: number | null;
  /** What was opened before the help. */
  readonly beneath: View | null;
  readonly entry: Entry | null;
  /** Told until the next key. */
  readonly notice: string | null;
}

export const atStart: Looking = {
  ...{ tab: 'running', selected: {}, view: null, beneath: null },
  ...{ top: null, entry: null, notice: null },
};

/** A view as it is opened: what goes on writing is followed. */
export function opened(view: View): Pick<Looking, 'view' | 'top'> {
  return { view, top: view.kind === 'call' || view.kind === 'job' ? null : 0 };
}
