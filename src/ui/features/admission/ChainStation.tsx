import { useState } from 'react'
import type { ApiObject } from '../../../machinery/object'
import type { TraceStep } from '../../../server/trace'
import { Diff } from '../../components/Diff'
import { objectYaml, toYaml } from '../../components/editor/documents'
import { milliseconds } from '../../components/time'
import { toneOf, Verdict } from '../../components/Verdict'
import type { Station } from './chain-run'

/** What a plugin or webhook did, in a word. */
export const VERDICTS: Readonly<Record<TraceStep['verdict'], string>> = {
  passed: 'passed',
  allowed: 'allowed',
  refused: 'refused',
  changed: 'changed',
  none: 'no opinion',
}

/** An object for display, without managedFields. */
function shown(value: unknown): string {
  if (value === undefined) return ''
  const { metadata } = value as Partial<ApiObject>
  return metadata ? objectYaml(value as ApiObject) : toYaml(value)
}

/** One run of a plugin: its reason, its webhooks, and what it changed. */
export function ChainStation({ station }: { readonly station: Station }) {
  const changed = station.before !== undefined || station.after !== undefined
  const [closed, setClosed] = useState(false)
  const open = !closed
  return (
    <div className="station">
      {station.round > 0 && <div className="o-tiny o-dim">again, because a webhook or policy changed the object</div>}
      {station.reason && <div className="o-small o-break">{station.reason}</div>}
      {station.webhooks.length > 0 && (
        <ul>
          {station.webhooks.map((webhook, i) => (
            <li key={i} className="o-small">
              <Verdict tone={toneOf(webhook.verdict)}>{VERDICTS[webhook.verdict]}</Verdict>{' '}
              <span className="o-mono o-break">{webhook.name}</span>{' '}
              <span className="o-dim o-break">{webhook.reason}</span>{' '}
              <span className="o-num o-tiny o-dim">{milliseconds(webhook.durationMs)}</span>
            </li>
          ))}
        </ul>
      )}
      {changed && (
        <>
          <button type="button" className="o-link o-small" aria-expanded={open} onClick={() => setClosed(open)}>
            {open ? 'Hide change' : 'Show change'}
          </button>
          {open && (
            <Diff before={shown(station.before)} after={shown(station.after)} label={`Change by ${station.name}`} />
          )}
        </>
      )}
    </div>
  )
}
