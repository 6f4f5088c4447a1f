import { alignTabs, DESCRIBE_TABS } from '../print/tabwriter'

/** Collects the lines of a description. Cells end with tabs and are aligned in blocks; a level is two spaces. */
export class Writer {
  private done = ''
  private lines: string[] = []

  /** One line at a level of indentation. */
  line(level: number, text: string): void {
    this.lines.push('  '.repeat(level) + text)
  }
  /** `Name:<tab>value`. */
  field(level: number, name: string, value: unknown): void {
    this.line(level, `${name}:\t${String(value)}`)
  }
  /** The field, unless its value is empty. */
  optional(level: number, name: string, value: unknown): void {
    if (value !== undefined && value !== null && value !== '') this.field(level, name, value)
  }
  blank(): void {
    this.lines.push('')
  }
  /** Starts a new alignment block. */
  flush(): void {
    if (this.lines.length > 0) this.done += alignTabs(`${this.lines.join('\n')}\n`, DESCRIBE_TABS)
    this.lines = []
  }
  /** The lines collected since the last flush, with tabs. */
  unaligned(): string {
    return this.lines.length > 0 ? `${this.lines.join('\n')}\n` : ''
  }
  text(): string {
    this.flush()
    return this.done
  }
}
