/** `=`, and what calculates and assigns. */
export function isAssignment(operator: string): boolean {
  return /^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator);
}

/** What adds 1 to a variable, or takes it away. */
export function isStep(operator: string): boolean {
  return operator === '++' || operator === '--';
}

/** What is certain in numbers that are not large; `null`: it is not known. */
export function calculate(operator: string, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null;
  const result = operation(operator, a, b);
  return result !== null && Number.isSafeInteger(result) ? result : null;
}

function operation(operator: string, a: number, b: number): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : Math.trunc(a / b);
    case '%':
      return b === 0 ? null : a % b;
    case '<':
      return Number(a < b);
    case '>':
      return Number(a > b);
    case '<=':
      return Number(a <= b);
    case '>=':
      return Number(a >= b);
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
    case ',':
      return b;
    default:
      return null;
  }
}
