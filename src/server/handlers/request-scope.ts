import type { ServedType } from '../../registry/resource-type'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { type FieldValidation, type OptionsKind, validationLevel, type WriteOptions, writeOptions } from './options'

/** An authorized request for a resource, as handlers pass it on. */
export interface RequestScope {
  readonly server: Server
  /** What the filters found out: user, impersonator, request info, audit record, deadline, warnings, trace. */
  readonly context: RequestContext
  /** What the path names, in the version that it names. */
  readonly type: ServedType
}

/** A request that writes. Its subresource is that of the path. */
export interface WriteScope extends RequestScope {
  readonly options: WriteOptions
  /** What becomes of fields that the type does not know. */
  readonly level: FieldValidation
}

/** Reads the options of a write from its query. Throws Invalid for the options' kind. */
export function writeScope(scope: RequestScope, kind: OptionsKind, apply = false): WriteScope {
  const { server, context } = scope
  const options = writeOptions(context.query, kind, apply, server.release)
  return { ...scope, options, level: validationLevel(server, options.fieldValidation) }
}
