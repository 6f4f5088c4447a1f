import type { ServedType } from '../../registry/resource-type'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import {
  type FieldValidation,
  NO_OPTIONS,
  type OptionsKind,
  validationLevel,
  type WriteOptions,
  writeOptions,
} from './options'

/** An authorized resource request, as handlers receive it. */
export interface RequestScope {
  readonly server: Server
  /** Filled in by the filters: user, impersonator, request info, audit record, deadline, warnings, trace. */
  readonly context: RequestContext
  /** The type and version that the path names. */
  readonly type: ServedType
}

/** A request that writes. Its subresource is that of the path. */
export interface WriteScope extends RequestScope {
  readonly options: WriteOptions
  /** How unknown fields are treated. */
  readonly level: FieldValidation
}

/** Reads the options of a write from its query. Throws Invalid for the options' kind. */
export function writeScope(scope: RequestScope, kind: OptionsKind, apply = false): WriteScope {
  const { server, context } = scope
  // Most writes have no query at all; only an apply must have one.
  const options =
    context.target.search === '' && !apply ? NO_OPTIONS : writeOptions(context.query, kind, apply, server.release)
  return { server, context, type: scope.type, options, level: validationLevel(server, options.fieldValidation) }
}
