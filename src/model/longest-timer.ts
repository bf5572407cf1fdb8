/** The longest delay that a timer of Node takes: 2³¹ − 1 ms, about 24.8 days. A longer one would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;
