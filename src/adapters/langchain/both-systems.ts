import type { StructuredTool } from '@langchain/core/tools';
import type { Command } from '@langchain/langgraph';

// LangChain declares all of it twice, for ES modules and for CommonJS, and a class of one is none of the other to the compiler, though they
// are the same when they run. What is given to a program has to fit where it imports them from.

/** A tool for a program of either module system. */
export type LangChainTool = StructuredTool &
  import('@langchain/core/tools', { with: { 'resolution-mode': 'require' }}).StructuredToolInterface;

/** A command to a graph, for a program of either module system. */
export type GraphCommand = Command &
  import('@langchain/langgraph', { with: { 'resolution-mode': 'require' }}).Command;
