import type { ApiObject } from '../../machinery/object'
import type { Info } from '../resources/manifests'
import type { Place } from '../resources/server'

/** A strategy for finding objects to prune. */
export interface Pruning {
  /** Called before the first object is written. */
  before(infos: readonly Info[]): Promise<void>
  /** The object with the labels that the strategy adds before it is written. */
  label(info: Info): Info
  /** The existing objects that may have to be pruned. */
  candidates(): Promise<{ place: Place; object: ApiObject }[]>
  after(applied: readonly ApiObject[]): Promise<void>
}
