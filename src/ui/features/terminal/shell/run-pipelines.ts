import { messageOf } from '../../../../machinery/message-of'
import { allOf, Channel } from './channel'
import { FILTERS } from './filters'
import { type Pipeline, ShellMistake, type Stage } from './parse'

/** Input and output of a program. */
export interface Streams {
  readonly input: AsyncIterable<string>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly signal: AbortSignal
}

/** Runs a program with its arguments; resolves to its exit code. */
export type Program = (args: readonly string[], streams: Streams) => Promise<number>

/** What a command line can use: programs and files. */
export interface Shell {
  readonly programs: Readonly<Record<string, Program>>
  readonly read: (file: string) => Promise<string>
  readonly write: (file: string, text: string, append: boolean) => Promise<void>
  /** A suggestion for an unknown program. */
  readonly hint: (word: string) => string | undefined
}

/** Runs pipelines in order. Resolves to the exit code of the last one that ran; 130 if interrupted. */
export async function runPipelines(
  shell: Shell,
  pipelines: readonly Pipeline[],
  out: (text: string) => void,
  err: (text: string) => void,
  signal: AbortSignal,
): Promise<number> {
  let code = 0
  for (const pipeline of pipelines) {
    if (signal.aborted) return 130
    if (pipeline.when === 'success' && code !== 0) continue
    if (pipeline.when === 'failure' && code === 0) continue
    try {
      code = await runPipeline(shell, pipeline, out, err, signal)
    } catch (error) {
      if (signal.aborted) return 130
      err(`${messageOf(error)}\n`)
      code = error instanceof ShellMistake ? 2 : 1
    }
  }
  return code
}

async function* textOf(text: string): AsyncGenerator<string> {
  await Promise.resolve()
  if (text !== '') yield text
}

async function runPipeline(
  shell: Shell,
  { stages, from, here, into }: Pipeline,
  out: (text: string) => void,
  err: (text: string) => void,
  signal: AbortSignal,
): Promise<number> {
  let input: AsyncIterable<string> = textOf(here ?? (from === undefined ? '' : await shell.read(from)))
  const ends: Promise<number>[] = []
  const stop = new AbortController()
  signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true })
  for (const [at, stage] of stages.entries()) {
    if (at === stages.length - 1) {
      let written = ''
      const sink = into ? (text: string) => void (written += text) : out
      const code = await runStage(shell, stage, { input, out: sink, err, signal: stop.signal })
      // When a reader ends, the programs before it are stopped.
      stop.abort()
      await Promise.allSettled(ends)
      if (into) await shell.write(into.file, written, into.append)
      return signal.aborted ? 130 : code
    }
    const channel = new Channel()
    const streams = { input, out: (text: string) => channel.write(text), err, signal: stop.signal }
    const running = runStage(shell, stage, streams)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) err(`${messageOf(error)}\n`)
        return 1
      })
      .finally(() => channel.end())
    ends.push(running)
    input = channel
  }
  return 0
}

async function runStage(shell: Shell, { words: [name = '', ...args] }: Stage, streams: Streams): Promise<number> {
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  if (filter) {
    // File arguments replace the piped input.
    const results = filter(args, await inputOf(shell, name, args, streams.input))
    for (;;) {
      const { done, value } = await results.next()
      if (done) return value
      streams.out(value)
      if (streams.signal.aborted) return 130
    }
  }
  const program = Object.hasOwn(shell.programs, name) ? shell.programs[name] : undefined
  if (program) return program(args, streams)
  const hint = shell.hint(name)
  throw new ShellMistake(`${name}: command not found${hint ? `. ${hint}` : ''}`)
}

/** Number of non-option arguments of a filter before its files. */
const WORDS_BEFORE: Readonly<Record<string, number>> = { grep: 1, jq: 1 }

async function inputOf(
  shell: Shell,
  name: string,
  args: readonly string[],
  piped: AsyncIterable<string>,
): Promise<AsyncIterable<string>> {
  const words = args.filter((word, i) => !/^-./.test(word) && !/^-[nkdtfeABC]$/.test(args[i - 1] ?? ''))
  const given = args.some((word) => /^-e/.test(word)) ? 0 : (WORDS_BEFORE[name] ?? 0)
  const files = words.slice(given).filter((word) => word !== '-')
  if (files.length === 0) return piped
  return textOf((await Promise.all(files.map((file) => shell.read(file)))).join(''))
}

/** All piped input as bytes. */
export const bytesOf = async (input: AsyncIterable<string>): Promise<Uint8Array> =>
  new TextEncoder().encode(await allOf(input))
