import { CommandError } from '../core/errors'
import type { TemplateNode } from './go-template-nodes'
import { parseGoTemplate } from './go-template-parser'
import { TemplateMistake } from './go-template-errors'
import { GoTemplateRun } from './go-template-run'

/** A common subset of Go templates over JSON values: fields, variables, pipelines, if, with, range, and the usual functions. */
export class GoTemplate {
  private readonly nodes: readonly TemplateNode[]

  /** @throws CommandError for an invalid template */
  constructor(readonly text: string) {
    this.nodes = this.parsed(() => parseGoTemplate(text))
  }

  /**
   * The template's output for a value.
   * @throws TemplateStopped if it fails on the value
   * @throws CommandError if it uses an undefined name
   */
  print(value: unknown): string {
    const run = new GoTemplateRun(this.text, this.nodes)
    return this.parsed(() => run.print(value))
  }

  /** A run may also detect mistakes in the text, such as an undefined name. */
  private parsed<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof TemplateMistake)) throw error
      throw new CommandError(`error parsing template ${this.text}, template: output:1: ${error.message}`)
    }
  }
}
