import { create } from 'zustand'
import { planeKey } from '../../../links/plane-key'
import { parseJson, writeJson } from '../../../machinery/json-text'
import type { FoundObject } from '../../../scenarios/present-state'
import type { Recorded } from '../../../scenarios/record'
import type { Check, Scenario } from '../../../scenarios/scenario'
import { isSecretBody } from '../secret-request'

/** What is being recorded: the solution of a step, or a wrong turn of it. */
export interface Recording {
  readonly step: number
  readonly turn: boolean
  readonly recorded: Recorded
  /** How many requests of programs outside the page could not be read: they are not recorded. */
  readonly missed?: number
  /** What people had made when it began. */
  readonly before: readonly FoundObject[]
}

/** A lesson that is being made in this plane. */
export interface Making {
  readonly scenario: Scenario
  /** What the recording of each step has suggested to check. */
  readonly offers: readonly (readonly Check[])[]
  /** How many steps the plane's state has behind it; absent when it is none of the lesson's. */
  readonly at?: number
  /** The code of its webhooks may run in the sandbox: it is the person's own, or they have seen it. */
  readonly runsCode?: boolean
  readonly recording?: Recording
  /** The lesson as YAML while it has a mistake: nothing that was typed is lost. */
  readonly text?: string
}

const KEY = 'making'

/** Keeps a lesson for a plane. What may be secret in it ends with the tab. Resolves to whether there was room. */
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
    return undefined // storage is blocked, or something else wrote it
  }
}

interface MakingState {
  readonly making: Making | undefined
  /** The browser has no room for it: it lasts as long as the page. */
  readonly volatile: boolean
}

export const useMaking = create<MakingState>()(() => ({ making: kept(), volatile: false }))

/** Changes the lesson that is being made, if there is one. */
export const changeMaking = (change: (making: Making) => Making): void =>
  useMaking.setState(({ making }) => (making ? { making: change(making) } : {}))

/** Gives the lesson up; the plane stays. */
export const endMaking = (): void => useMaking.setState({ making: undefined })

useMaking.subscribe(({ making, volatile }, before) => {
  if (making === before.making) return
  const full = !keepMaking(making)
  if (full !== volatile) useMaking.setState({ volatile: full })
})
