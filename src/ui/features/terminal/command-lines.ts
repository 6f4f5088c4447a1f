import { parseInput, type Pipeline } from './shell/parse'

/** A complete command line. */
export interface CommandLine {
  /** As typed; its lines are joined by line feeds. */
  readonly input: string
  /** Empty if there is nothing to run, as in a comment. */
  readonly pipelines: readonly Pipeline[]
}

/** Collects typed lines until they form a complete command line. */
export class CommandLines {
  private begun: string[] = []

  /** Whether a command has begun and goes on in the next line. */
  get goesOn(): boolean {
    return this.begun.length > 0
  }

  /** Gives up the command that has begun. */
  forget(): void {
    this.begun = []
  }

  /** Undefined if the command goes on in the next line. Throws if its syntax is wrong, and forgets it. */
  add(line: string, variables: Readonly<Record<string, string>>): CommandLine | undefined {
    const input = [...this.begun, line].join('\n')
    this.begun = []
    const parsed = parseInput(input, variables)
    if (parsed.complete) return { input, pipelines: parsed.pipelines }
    this.begun = input.split('\n')
    return undefined
  }
}
