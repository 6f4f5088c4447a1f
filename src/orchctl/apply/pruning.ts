import type { ApiObject } from '../../machinery/object'
import type { Info } from '../resources/manifests'
import type { Place } from '../resources/server'

/** How an apply finds what is to be deleted. */
export interface Pruning {
  /** Called before the first object is written. */
  before(infos: readonly Info[]): Promise<void>
  /** The object as it is to be written. */
  label(info: Info): Info
  /** What is there and may have to go. */
  candidates(): Promise<{ place: Place; object: ApiObject }[]>
  after(applied: readonly ApiObject[]): Promise<void>
}
