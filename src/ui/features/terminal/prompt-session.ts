import type { IMarker, Terminal } from '@xterm/xterm'
import { parseFlags } from '../../../orchctl/core/flags'
import { GLOBAL_FLAGS } from '../../../orchctl/core/globals'
import type { Io } from '../../../orchctl/core/io'
import { Session as Client } from '../../../orchctl/core/session'
import { PROGRAM } from '../../../orchctl/core/words'
import { run } from '../../../orchctl/run'
import { ADMIN, type Identity } from '../../state/identity'
import type { Place } from '../../state/place'
import { messageOf } from '../../../machinery/message-of'
import type { Catalogue } from '../../../orchctl/core/catalogue'
import { type AskedTable, askedTable } from './asked-table'
import { BUILTINS, builtinPrograms, readFile, writeFile } from './builtins'
import { CommandOutput } from './command-output'
import { commonStart, completeLine, hintFor, inColumns } from './complete-line'
import type { FoundLink } from './found-links'
import { useTerminalMemory } from './history'
import { keysOf, LineEditor } from './line-editor'
import { ioOf, type PageIo } from './page-io'
import { promptLine } from './prompt-line'
import { errorText, DIM, harmless, PLAIN } from './screen-text'
import { parseInput } from './shell/parse'
import { bytesOf, runPipelines, type Shell } from './shell/run-pipelines'

/** What a session uses of its page. */
export interface PromptHost extends Omit<PageIo, 'who'> {
  readonly identity: () => Identity
  readonly act: (name: string | undefined, groups: readonly string[]) => string
  readonly go: (place: Place) => void
  /** Called with the links in the last command's output. */
  readonly onLinks: (links: readonly FoundLink[]) => void
  /** Announces a command's end to screen readers. */
  readonly announce: (text: string) => void
}

/** A range of the screen whose table rows stand for objects. */
export interface Printed extends AskedTable {
  readonly marker: IMarker | undefined
}

const MOST_LINKS = 6

/** One prompt: input, running command and output. */
export class PromptSession {
  readonly printed: Printed[] = []
  private readonly editor = new LineEditor(() => useTerminalMemory.getState().lines)
  private readonly shell: Shell
  /** The lines of an unfinished command. */
  private begun: string[] = []
  private running: AbortController | undefined
  private readonly waiting: string[] = []
  private rowsUp = 0
  private code = 0
  private links: readonly FoundLink[] = []
  private output = new CommandOutput()
  private completing = false
  private typed = Promise.resolve()

  constructor(
    private readonly screen: Terminal,
    private readonly host: PromptHost,
  ) {
    this.shell = {
      programs: {
        ...builtinPrograms({
          act: host.act,
          follow: (what, name) => this.follow(what, name),
          edit: host.edit,
          clear: () => this.screen.clear(),
        }),
        [PROGRAM]: (argv, { input, out, err, signal }) =>
          run(this.io({ argv, stdin: () => bytesOf(input), stdout: out, stderr: err, signal })),
      },
      read: readFile,
      write: writeFile,
      hint: hintFor,
    }
    screen.onData((data) => this.type(data))
    screen.onResize(() => this.running ?? this.draw())
  }

  private io(call: Pick<Io, 'argv' | 'stdin' | 'stdout' | 'stderr' | 'signal'>): Io {
    return ioOf({ ...this.host, who: this.host.identity }, call)
  }

  private quiet(): Io {
    const nothing = (): void => undefined
    const signal = new AbortController().signal
    return this.io({
      argv: [],
      stdin: () => Promise.resolve(new Uint8Array()),
      stdout: nothing,
      stderr: nothing,
      signal,
    })
  }

  /** The served resources, for links; requested early, so that the first command need not wait. */
  async catalogue(): Promise<Catalogue> {
    const { values } = parseFlags([], GLOBAL_FLAGS, PROGRAM)
    return (await new Client(this.quiet(), values).discovery()).catalogue()
  }

  start(): void {
    this.screen.write(
      `${DIM}Simulated: commands go to the control plane in this browser. Type help, or press Tab.${PLAIN}\r\n`,
    )
    this.draw()
    this.catalogue().catch(() => undefined)
  }

  /** Inserts a line at the prompt; it runs when the user presses Enter. */
  offer(line: string): void {
    this.editor.reset()
    this.editor.set(line)
    if (!this.running) this.draw()
  }

  /** Redraws the prompt after a change of identity. */
  refresh(): void {
    if (!this.running) this.draw()
  }

  stop(): void {
    this.running?.abort(new Error('stopped'))
  }

  /** Handles input in order: a completion that waits for the server delays the input after it. */
  private type(data: string): void {
    if (this.interrupts(data)) return
    this.typed = this.typed.then(() => this.receive(data))
  }

  /** Whether the input contains Ctrl-C for the running command; stops it. */
  private interrupts(data: string): boolean {
    if (!this.running || data !== '\u0003') return false
    // Start the prompt on its own line, whatever the command has printed.
    this.screen.write('^C\r\n')
    this.output.breakLine()
    this.stop()
    return true
  }

  private async receive(data: string): Promise<void> {
    if (this.interrupts(data)) return
    if (this.running) {
      this.waiting.push(data)
      return
    }
    const keys = keysOf(data)
    for (const [at, key] of keys.entries()) {
      await this.press(key)
      if (!this.running) continue
      // Keep the input after Ctrl-C for the next prompt.
      this.waiting.push(keys.slice(at + 1).join(''))
      return
    }
  }

  private async press(key: string): Promise<void> {
    const asked = this.editor.press(key)
    if (asked !== 'complete') this.completing = false
    switch (asked) {
      case 'run':
        return this.enter()
      case 'complete':
        return this.complete()
      case 'stop':
        this.draw()
        this.screen.write('^C\r\n')
        this.begun = []
        this.editor.reset()
        this.rowsUp = 0
        break
      case 'clear':
        this.screen.clear()
        break
    }
    this.draw()
  }

  private enter(): void {
    this.editor.move(Infinity)
    this.draw()
    this.screen.write('\r\n')
    this.rowsUp = 0
    const input = [...this.begun, this.editor.text].join('\n')
    this.editor.reset()
    let parsed
    try {
      parsed = parseInput(input, { HOME: '/home', '?': String(this.code) })
    } catch (error) {
      this.begun = []
      this.screen.write(errorText(`${messageOf(error)}\n`))
      this.draw()
      return
    }
    if (!parsed.complete) {
      this.begun = input.split('\n')
      this.draw()
      return
    }
    this.begun = []
    useTerminalMemory.getState().remember(input)
    this.editor.reset()
    if (parsed.pipelines.length === 0) {
      this.draw()
      return
    }
    void this.execute(input, parsed.pipelines)
  }

  private async execute(input: string, pipelines: Parameters<typeof runPipelines>[1]): Promise<void> {
    const stop = (this.running = new AbortController())
    this.output = new CommandOutput()
    this.printed.push({ marker: this.screen.registerMarker(0), ...askedTable(input) })
    this.code = await runPipelines(
      this.shell,
      pipelines,
      (text) => this.print(text, harmless(text)),
      (text) => this.print(text, errorText(text)),
      stop.signal,
    )
    if (!this.output.endsLine) this.screen.write('\r\n')
    await this.findLinks(askedTable(input).namespace)
    this.running = undefined
    this.host.announce(this.output.ending(this.code))
    this.draw()
    for (const data of this.waiting.splice(0)) await this.receive(data)
  }

  private print(text: string, shown: string): void {
    if (text === '') return
    this.output.add(text)
    this.screen.write(shown)
  }

  private async findLinks(namespace: string): Promise<void> {
    this.links = await this.output.links(this.host.identity(), namespace, () => this.catalogue())
    this.host.onLinks(this.links.slice(0, MOST_LINKS))
  }

  private follow(what: 'why' | 'open', name: string | undefined): boolean {
    const start = what === 'why' ? 'Why ' : 'Open '
    const link = this.links.find(
      ({ title }) => title.startsWith(start) && (name === undefined || title === start + name),
    )
    if (link) this.host.go(link.place)
    return link !== undefined
  }

  private async complete(): Promise<void> {
    const { text, cursor } = this.editor
    const before = text.slice(0, cursor)
    const { start, candidates } = await completeLine(before, this.quiet(), BUILTINS)
    if (this.editor.text !== text || this.editor.cursor !== cursor) return
    const texts = candidates.map((one) => one.text)
    const common = commonStart(texts)
    if (texts.length === 0) this.host.announce('No completions.')
    else if (texts.length === 1 || before.slice(start) !== common) {
      const end = texts.length === 1 && !/[=:/.,]$/.test(common) ? ' ' : ''
      this.editor.set(before.slice(0, start) + common + end + text.slice(cursor), start + common.length + end.length)
    }
    if (texts.length > 1 && (this.completing || before.slice(start) === common)) {
      this.screen.write(`\r\n${harmless(inColumns(texts.slice(0, 200), this.screen.cols))}\r\n`)
      if (texts.length > 200) this.screen.write(`${DIM}and ${texts.length - 200} more${PLAIN}\r\n`)
      this.rowsUp = 0
      this.host.announce(`${texts.length} possibilities: ${texts.slice(0, 20).join(', ')}`)
    }
    this.completing = true
    this.draw()
  }

  /** Redraws the prompt and its line in place. */
  private draw(): void {
    const { search, text, cursor } = this.editor
    const { name, id } = this.host.identity()
    const drawn = promptLine(
      { name, admin: id === ADMIN.id, goesOn: this.begun.length > 0, code: this.code, search, text, cursor },
      this.screen.cols,
      this.rowsUp,
    )
    this.screen.write(drawn.text)
    this.rowsUp = drawn.row
  }
}
