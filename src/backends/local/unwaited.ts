/** Work that nobody waits for. What fails of it is kept, for whoever ends all the rest: it neither ends the host nor is lost. */
export interface Unwaited<Of> {
  /** Has it go on by itself. */
  leave(of: Of, work: Promise<unknown>): void;
  /** Resolves when what is such is over; rejects with what the first that failed of it has thrown, once. */
  over(isSuch: (of: Of) => boolean): Promise<void>;
}

/** Failures that are kept: 100, the first ones. */
const mostFailures = 100;

export function createUnwaited<Of>(): Unwaited<Of> {
  const under = new Set<{ readonly of: Of; readonly over: Promise<void> }>();
  let failures: { readonly of: Of; readonly error: unknown }[] = [];
  return {
    leave(of, work) {
      const keep = (error: unknown): void => {
        if (failures.length < mostFailures) failures.push({ of, error });
      };
      const left = { of, over: work.then(() => {}, keep).finally(() => under.delete(left)) };
      under.add(left);
    },
    async over(isSuch) {
      await Promise.all([...under].filter(({ of }) => isSuch(of)).map(({ over }) => over));
      const told = failures.filter(({ of }) => isSuch(of));
      failures = failures.filter(({ of }) => !isSuch(of));
      const [first] = told;
      if (first !== undefined) throw first.error;
    },
  };
}
