import type { IMarker, Terminal } from '@xterm/xterm'
import { ADMIN } from '../../state/identity'
import { messageOf } from '../../../machinery/message-of'
import { type AskedTable, askedTable } from './asked-table'
import { BUILTINS } from './builtins'
import { type CommandLine, CommandLines } from './command-lines'
import { CommandOutput } from './command-output'
import { completeLine } from './complete-line'
import { useTerminalMemory } from './history'
import { InputOrder } from './input-order'
import { LineEditor } from './line-editor'
import { OutputLinks } from './output-links'
import { candidatesText, completed } from './prompt-completion'
import { PromptCommands, type PromptHost } from './prompt-commands'
import { promptLine } from './prompt-line'
import { errorText, DIM, harmless, PLAIN } from './screen-text'
import { runPipelines, type Shell } from './shell/run-pipelines'

/** A range of the screen whose table rows stand for objects. */
export interface Printed extends AskedTable {
  readonly marker: IMarker | undefined
}

/** One prompt: input, running command and output. */
export class PromptSession {
  readonly printed: Printed[] = []
  private readonly editor = new LineEditor(() => useTerminalMemory.getState().lines)
  readonly commands: PromptCommands
  private readonly shell: Shell
  private readonly lines = new CommandLines()
  private command: AbortController | undefined
  private readonly input: InputOrder
  private rowsUp = 0
  private code = 0
  private readonly links: OutputLinks
  private output = new CommandOutput()
  private completing = false

  constructor(
    private readonly screen: Terminal,
    private readonly host: PromptHost,
  ) {
    this.commands = new PromptCommands(host)
    this.links = new OutputLinks(host, () => this.commands.catalogue())
    this.shell = this.commands.shell({
      follow: (what, name) => this.links.follow(what, name),
      clear: () => this.screen.clear(),
    })
    this.input = new InputOrder({
      running: () => this.running(),
      interrupt: () => this.interrupt(),
      press: (key) => this.press(key),
    })
    screen.onData((data) => this.input.type(data))
    screen.onResize(() => this.running() || this.draw())
  }

  start(): void {
    this.screen.write(
      `${DIM}Simulated: commands go to the control plane in this browser. Type help, or press Tab.${PLAIN}\r\n`,
    )
    this.editor.set(this.host.typed())
    this.draw()
    this.commands.catalogue().catch(() => undefined) // the first command reports it
  }

  /** Inserts a line at the prompt; it runs when the user presses Enter. */
  offer(line: string): void {
    this.editor.reset()
    this.editor.set(line)
    if (!this.running()) this.draw()
  }

  /** Redraws the prompt after a change of identity. */
  refresh(): void {
    if (!this.running()) this.draw()
  }

  stop(): void {
    this.command?.abort(new Error('stopped'))
  }

  private running(): boolean {
    return this.command !== undefined
  }

  private interrupt(): void {
    // Start the prompt on its own line, whatever the command has printed.
    this.screen.write('^C\r\n')
    this.output.breakLine()
    this.stop()
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
        this.lines.forget()
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
    const line = this.editor.text
    this.editor.reset()
    const command = this.nextCommand(line)
    if (!command) {
      this.draw()
      return
    }
    void this.execute(command)
  }

  /** The command that a line completes, if it does something. Reports an error of its syntax. */
  private nextCommand(line: string): CommandLine | undefined {
    try {
      const command = this.lines.add(line, { HOME: '/home', '?': String(this.code) })
      if (!command) return undefined
      useTerminalMemory.getState().remember(command.input)
      this.editor.reset()
      return command.pipelines.length > 0 ? command : undefined
    } catch (error) {
      this.screen.write(errorText(`${messageOf(error)}\n`))
      return undefined
    }
  }

  private async execute({ input, pipelines }: CommandLine): Promise<void> {
    const stop = (this.command = new AbortController())
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
    const { namespace } = askedTable(input)
    await this.links.find((catalogue) => this.output.links(this.host.identity(), namespace, catalogue))
    this.command = undefined
    this.host.announce(this.output.ending(this.code))
    this.draw()
    await this.input.goOn()
  }

  private print(text: string, shown: string): void {
    if (text === '') return
    this.output.add(text)
    this.screen.write(shown)
  }

  private async complete(): Promise<void> {
    const { text, cursor } = this.editor
    const found = await completeLine(text.slice(0, cursor), this.commands.quiet(), BUILTINS)
    // The person typed on while the server was asked.
    if (this.editor.text !== text || this.editor.cursor !== cursor) return
    const { line, shown, announced } = completed({ text, cursor, again: this.completing }, found)
    if (line) this.editor.set(line.text, line.cursor)
    if (shown) {
      this.screen.write(candidatesText(shown, this.screen.cols))
      this.rowsUp = 0
    }
    if (announced !== undefined) this.host.announce(announced)
    this.completing = true
    this.draw()
  }

  /** Redraws the prompt and its line in place. */
  private draw(): void {
    const { search, text, cursor } = this.editor
    const { name, id } = this.host.identity()
    const drawn = promptLine(
      { name, admin: id === ADMIN.id, goesOn: this.lines.goesOn, code: this.code, search, text, cursor },
      this.screen.cols,
      this.rowsUp,
    )
    this.screen.write(drawn.text)
    this.rowsUp = drawn.row
    this.host.onLine(text)
  }
}
