import type { Resource } from '../core/catalogue'
import { CommandError } from '../core/errors'
import type { OpenApiSchema, Schemas } from '../core/openapi'

/** What is to be explained: a kind's schema and the way to a field of it. */
export interface Explanation {
  readonly resource: Resource
  readonly schemas: Schemas
  readonly root: OpenApiSchema
  readonly rootName: string
  readonly fields: readonly string[]
  readonly recursive: boolean
}

/** The failure of a path that leads nowhere. */
export const noField = (name: string): CommandError => new CommandError(`field ${JSON.stringify(name)} does not exist`)
