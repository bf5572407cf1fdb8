/** Does what is to be done for an id after all that was asked for it before is over, however that ended. */
export type InTurn = <T>(id: string, work: () => Promise<T>) => Promise<T>;

export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (id, work) => {
    const doing = (last.get(id) ?? Promise.resolve()).then(work);
    const over = doing.catch(() => {}); // Told to who asked for it.
    last.set(id, over);
    try {
      return await doing;
    } finally {
      if (last.get(id) === over) last.delete(id);
    }
  };
}
