import type { RefObject } from 'react'
import { useKeys } from '../../state/keys'
import type { Search } from '../../state/place'
import type { Lab, Manager } from './lab'

/** Keyboard shortcuts of the conflict lab, while its page is open. */
export function useLabKeys({
  whose,
  section,
  act,
  newName,
  step,
  at,
  last,
  setQuery,
  hasReplicas,
  autoscale,
  lab,
  editors,
  preview,
}: {
  readonly whose: string
  readonly section: string
  readonly act: (options: { force?: boolean; dryRun?: boolean }) => () => void
  readonly newName: RefObject<HTMLInputElement | null>
  readonly step: (to: number) => void
  readonly at: number
  readonly last: number
  readonly setQuery: (changes: Search, options?: { push?: boolean }) => void
  readonly hasReplicas: boolean
  readonly autoscale: RefObject<(() => Promise<void>) | undefined>
  readonly lab: Lab
  readonly editors: RefObject<Map<string, (() => void) | undefined>>
  readonly preview: Manager | undefined
}) {
  useKeys([
    { keys: 'a', title: `Apply${whose}`, section, run: act({}) },
    { keys: 'f', title: `Force${whose}`, section, run: act({ force: true }) },
    { keys: 'd', title: `Dry run${whose}`, section, run: act({ dryRun: true }) },
    {
      keys: 'w',
      title: 'Withdraw',
      section,
      run: () => document.querySelector<HTMLElement>('[data-active] [aria-keyshortcuts="w"]')?.click(),
    },
    { keys: 'n', title: 'Add a manager', section, run: () => newName.current?.focus() },
    { keys: 'o', title: 'Focus the object', section, run: () => document.getElementById('lab-object')?.focus() },
    { keys: '[', title: 'Previous version', section, run: () => step(at - 1) },
    { keys: ']', title: 'Next version', section, run: () => step(at + 1) },
    { keys: 'l', title: 'Show the latest version', section, run: () => step(last) },
    { keys: 'x', title: 'Export as commands', section, run: () => setQuery({ export: 'orchctl' }) },
    ...(hasReplicas
      ? [{ keys: 'u', title: 'Write as autoscaler', section, run: () => void autoscale.current?.() }]
      : []),
    ...lab.managers.slice(0, 9).map((manager, i) => ({
      keys: String(i + 1),
      title: `Edit the manifest of ${manager.name}`,
      section,
      run: () => editors.current.get(manager.name)?.(),
    })),
    {
      keys: 'Escape',
      title: 'Back to the latest version',
      section,
      run: () => {
        if (preview) lab.clearOutcome(preview.name)
        else step(last)
      },
    },
  ])
}
