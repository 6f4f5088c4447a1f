import { CommandError } from '../core/errors'
import type { TemplateNode } from './go-template-nodes'
import { parseGoTemplate } from './go-template-parser'
import { TemplateMistake } from './go-template-errors'
import { GoTemplateRun } from './go-template-run'

/** The common part of Go's templates over JSON values: fields, variables, pipelines, if, with, range, and the usual functions. */
export class GoTemplate {
  private readonly nodes: readonly TemplateNode[]

  /** @throws CommandError for what is no template */
  constructor(readonly text: string) {
    this.nodes = this.parsed(() => parseGoTemplate(text))
  }

  /**
   * What the template prints for a value.
   * @throws TemplateStopped when it does not fit the value
   * @throws CommandError when it names what is not defined
   */
  print(value: unknown): string {
    const run = new GoTemplateRun(this.text, this.nodes)
    return this.parsed(() => run.print(value))
  }

  /** A run, too, can find a mistake of the text: a name that is not defined. */
  private parsed<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof TemplateMistake)) throw error
      throw new CommandError(`error parsing template ${this.text}, template: output:1: ${error.message}`)
    }
  }
}
