import { keysOf } from './line-editor'

const CTRL_C = '\u0003'

/** The prompt that receives the input. */
interface InputHandler {
  /** Whether a command is running. */
  readonly running: () => boolean
  /** Stops the running command. */
  readonly interrupt: () => void
  /** Handles a key at the prompt. */
  readonly press: (key: string) => Promise<void>
}

/** Handles input in order: keys typed while a command runs wait for the next prompt, except Ctrl-C, which stops it at once. */
export class InputOrder {
  private readonly waiting: string[] = []
  private typed = Promise.resolve()

  constructor(private readonly handler: InputHandler) {}

  /** Receives what was typed. A completion that waits for the server delays the input after it. */
  type(data: string): void {
    if (this.interrupts(data)) return
    this.typed = this.typed.then(() => this.receive(data))
  }

  /** Handles the input that waited for the end of a command. */
  async goOn(): Promise<void> {
    for (const data of this.waiting.splice(0)) await this.receive(data)
  }

  private interrupts(data: string): boolean {
    if (!this.handler.running() || data !== CTRL_C) return false
    this.handler.interrupt()
    return true
  }

  private async receive(data: string): Promise<void> {
    if (this.interrupts(data)) return
    if (this.handler.running()) {
      this.waiting.push(data)
      return
    }
    const keys = keysOf(data)
    for (const [at, key] of keys.entries()) {
      await this.handler.press(key)
      if (!this.handler.running()) continue
      // Keep the input after Ctrl-C for the next prompt.
      this.waiting.push(keys.slice(at + 1).join(''))
      return
    }
  }
}
