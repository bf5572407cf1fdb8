/**
 * Whether a format of `docker inspect` shows single fields, and none that has the variables of a container in it. Without
 * one, or with the word `json`, all is shown.
 */
export function showsFieldsOnly(format: string): boolean {
  return (
    format.includes('{{') && !whole.test(format.replace(blocks, withoutDots)) && !withVariables.test(format)
  );
}

/** What is looked at, as a whole: a dot or a dollar on its own. */
const whole = /(?:^|[\s({|,=])[.$](?=[\s)}|,]|$)/;

/** The variables, what they are in, and the words that the container was made with. */
const withVariables =
  /Env|CreateCommand|\.(?:(?:Container)?Config|(?:Previous)?Spec|TaskTemplate|ContainerSpec)(?![.\w])/;

/** In these a dot is a part of what is looked at; behind `else` it is all of it again. */
const blocks =
  /(?<=\{\{-?\s*(?:range|with)\b[^{}]*\.\w[^{}]*\}\})(?:(?!\{\{-?\s*(?:else|end|range|with)\b).)*/gs;

function withoutDots(body: string): string {
  return body.replace(/(?<=[\s({|,=])\.(?=[\s)}|,])/g, '.x');
}
