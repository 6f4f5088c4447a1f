import type { ReadFlag } from '../machinery/flag-name'
import type { Random } from '../machinery/random'
import type { ObjectReader } from '../machinery/reader'
import type { UserInfo } from '../machinery/user'
import type { Feature } from './releases/gates'

/** Objects to be read; `*` stands for all. */
export interface ReadTarget {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

/** Context that a kind's functions receive for a write. */
export interface KindContext {
  readonly now: number
  readonly random: Random
  readonly reader: ObjectReader
  readonly user: UserInfo
  readonly namespace: string
  readonly dryRun: boolean
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  readonly flag: ReadFlag
  readonly warn: (text: string) => void
  /** The group used by the client; it differs from the kind's own if groups share storage. */
  readonly group?: string
  /** The version used by the client, such as `v1beta1`. */
  readonly version: string
  /** For `verify`, which throws without it if the kind has one. */
  readonly crypto?: Pick<Crypto, 'subtle' | 'getRandomValues'>
  /** For `verify`: whether the requesting user may get objects. Without it permissions are not checked. */
  readonly mayGet?: (target: ReadTarget) => Promise<boolean>
}
