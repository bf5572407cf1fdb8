export function pages(): readonly string[];
export function withTables(page: string, text: string): string;
export const tableNames: readonly string[];
