import { create } from 'zustand'
import { planeKey } from '../../../links/plane-key'
import { parseJson, writeJson } from '../../../machinery/json-text'
import type { FoundObject } from '../../../scenarios/present-state'
import type { Recorded } from '../../../scenarios/record'
import type { Scenario } from '../../../scenarios/scenario'
import type { Check } from '../../../scenarios/check'
import { isSecretBody } from '../secret-request'

/** The recording in progress: a step's solution, or a wrong turn of it. */
export interface Recording {
  readonly step: number
  readonly turn: boolean
  readonly recorded: Recorded
  /** Number of requests from outside the page that could not be read and so are not recorded. */
  readonly missed?: number
  /** The user-made objects that existed when recording began. */
  readonly before: readonly FoundObject[]
}

/** A lesson under construction in this plane. */
export interface Making {
  readonly scenario: Scenario
  /** Checks suggested by the recording of each step. */
  readonly offers: readonly (readonly Check[])[]
  /** How many steps of the lesson the plane's state includes; absent if the state does not belong to the lesson. */
  readonly at?: number
  /** True if its webhooks' code may run in the sandbox: the user wrote it, or has reviewed it. */
  readonly runsCode?: boolean
  readonly recording?: Recording
  /** The lesson's YAML while it is invalid, so that nothing typed is lost. */
  readonly text?: string
}

const KEY = 'making'

/** Stores a lesson for a plane; parts that may be secret end with the tab. Returns false if storage has no room. */
export function keepMaking(making: Making | undefined, plane?: string): boolean {
  const key = planeKey(KEY, plane)
  localStorage.removeItem(key)
  sessionStorage.removeItem(key)
  if (!making) return true
  const text = writeJson(making)
  try {
    const storage = isSecretBody('', text) ? sessionStorage : localStorage
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function kept(): Making | undefined {
  try {
    const text = sessionStorage.getItem(planeKey(KEY)) ?? localStorage.getItem(planeKey(KEY))
    return text === null ? undefined : (parseJson(text) as Making)
  } catch {
    return undefined // storage is blocked, or another program wrote it
  }
}

interface MakingState {
  readonly making: Making | undefined
  /** True if storage has no room; the lesson then lasts as long as the page. */
  readonly volatile: boolean
}

/** The lesson that the user is making. */
export const useMaking = create<MakingState>()(() => ({ making: kept(), volatile: false }))

/** Changes the lesson under construction, if there is one. */
export const changeMaking = (change: (making: Making) => Making): void =>
  useMaking.setState(({ making }) => (making ? { making: change(making) } : {}))

/** Discards the lesson; the plane remains. */
export const endMaking = (): void => useMaking.setState({ making: undefined })

useMaking.subscribe(({ making, volatile }, before) => {
  if (making === before.making) return
  const full = !keepMaking(making)
  if (full !== volatile) useMaking.setState({ volatile: full })
})
