export function namesFile(): string;
