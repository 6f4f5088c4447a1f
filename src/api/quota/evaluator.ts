import type { ApiObject } from '../../machinery/object'
import type { Usage } from './amounts'
import type { Scope } from './scopes'

/** Measures objects of one resource for quotas. */
export interface QuotaEvaluator {
  /** Whether updates may change usage. */
  readonly updates: boolean
  /** Whether a quota's resource name applies to these objects. */
  covers(name: string): boolean
  usage(object: ApiObject, now: number): Usage
  inScope(object: ApiObject, scope: Scope): boolean
  /** Resources that a quota limits but the object does not specify. */
  undeclared(object: ApiObject, names: readonly string[]): string[]
}
