import type { IMarker, Terminal } from '@xterm/xterm'
import { parseFlags } from '../../../orchctl/core/flags'
import { GLOBAL_FLAGS } from '../../../orchctl/core/globals'
import type { Io } from '../../../orchctl/core/io'
import { Session as Client } from '../../../orchctl/core/session'
import { PROGRAM } from '../../../orchctl/core/words'
import { run } from '../../../orchctl/run'
import { ADMIN, type Identity } from '../../state/identity'
import type { Place } from '../../state/place'
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
import { messageOf } from '../../../machinery/message-of'
import type { Catalogue } from '../../../orchctl/core/catalogue'

/** What a session tells and asks of the page that it is in. */
export interface PromptHost extends Omit<PageIo, 'who'> {
  readonly identity: () => Identity
  readonly act: (name: string | undefined, groups: readonly string[]) => string
  readonly go: (place: Place) => void
  /** What the last command's output leads to. */
  readonly onLinks: (links: readonly FoundLink[]) => void
  /** Says how a command has ended, for those who hear the page. */
  readonly announce: (text: string) => void
}

/** What a part of the screen was printed for: rows of tables there stand for objects. */
export interface Printed extends AskedTable {
  readonly marker: IMarker | undefined
}

const MOST_LINKS = 6

/** One prompt: what is typed, what runs, and what it printed. */
export class PromptSession {
  readonly printed: Printed[] = []
  private readonly editor = new LineEditor(() => useTerminalMemory.getState().lines)
  private readonly shell: Shell
  /** Lines of a command that goes on. */
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

  /** What the server serves, for links; asked for early, so that the first command doesn't wait for it. */
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

  /** Puts a line at the prompt; it runs when the person presses Enter. */
  offer(line: string): void {
    this.editor.reset()
    this.editor.set(line)
    if (!this.running) this.draw()
  }

  /** Shows the prompt again: somebody else speaks now. */
  refresh(): void {
    if (!this.running) this.draw()
  }

  stop(): void {
    this.running?.abort(new Error('stopped'))
  }

  /** Takes what is typed in its order: a completion that asks the server holds up what comes after it. */
  private type(data: string): void {
    if (this.interrupts(data)) return
    this.typed = this.typed.then(() => this.receive(data))
  }

  /** Whether this is Ctrl-C for the command that runs, which ends then. */
  private interrupts(data: string): boolean {
    if (!this.running || data !== '\u0003') return false
    // The prompt comes on a line of its own, whatever the command has printed.
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
      // What follows is for the prompt after this command.
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
    if (texts.length === 0) this.host.announce('Nothing completes this.')
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

  /** Writes the prompt and the line again, in place of what stood there. */
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
