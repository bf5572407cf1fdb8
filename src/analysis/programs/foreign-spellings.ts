/** A function by a text that is its name: `getattr(os, "system")`, `require("fs")["rmSync"](`, `array_map("unlink", …)`. */
export function withPlainCalls(text: string): string {
  return text
    .replace(
      /\bgetattr\s*\(\s*([\w.]{1,64}(?:\(\s*["'][\w.]{1,64}["']\s*\))?)\s*,\s*["'](\w{1,64})["']\s*\)/g,
      '$1.$2',
    )
    .replace(/(?<=[\w)])\s?\[\s?["'](\w{1,64})["']\s?\](?=\s?\()/g, '.$1')
    .replace(/\b(?:array_map|array_walk|call_user_func(?:_array)?)\s*\(\s*["'](\w{1,64})["']\s*,\s*/g, '$1(');
}
