import type { Resource } from '../core/catalogue'
import { CommandError } from '../core/errors'
import type { OpenApiSchema, Schemas } from '../core/openapi'

/** The input of an explanation: a kind's schema and the path to a field. */
export interface Explanation {
  readonly resource: Resource
  readonly schemas: Schemas
  readonly root: OpenApiSchema
  readonly rootName: string
  readonly fields: readonly string[]
  readonly recursive: boolean
}

/** The error for a path to a missing field. */
export const noField = (name: string): CommandError => new CommandError(`field ${JSON.stringify(name)} does not exist`)
