import { Button } from '@mantine/core'
import { useState } from 'react'
import { at, isObject } from '../../../machinery/json'
import { decodeBase64 } from '../../../machinery/base64'
import type { ApiObject } from '../../../machinery/object'
import type { ResourceInfo } from '../../queries/discovery'

const SHOWN = 4_000
const bytes = (n: number): string => (n < 1024 ? `${n} B` : `${(n / 1024).toFixed(1)} KiB`)

interface Item {
  readonly key: string
  readonly size: number
  /** Absent for binary data. */
  readonly text?: string
}

const decoded = (key: string, value: string): Item => {
  const size = Math.floor((value.replace(/=+$/, '').length * 3) / 4)
  try {
    return { key, size, text: new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(value)) }
  } catch {
    return { key, size } // bytes, not text
  }
}

const entriesOf = (value: unknown): [string, string][] =>
  isObject(value) ? Object.entries(value).flatMap(([k, v]) => (typeof v === 'string' ? [[k, v]] : [])) : []

/** The data of a ConfigMap or Secret; empty for other kinds. */
function itemsOf(info: ResourceInfo, object: ApiObject): Item[] {
  if (info.group !== '') return []
  if (info.resource === 'secrets') return entriesOf(object['data']).map(([key, value]) => decoded(key, value))
  if (info.resource !== 'configmaps') return []
  return [
    ...entriesOf(object['data']).map(([key, text]): Item => ({ key, size: new Blob([text]).size, text })),
    ...entriesOf(at(object, 'binaryData')).map(([key, value]): Item => ({ key, size: decoded(key, value).size })),
  ]
}

/** The keys and values of a ConfigMap or Secret; secret values are shown on demand. */
export function DataPanel({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const secret = info.resource === 'secrets'
  const [open, setOpen] = useState(false)
  const items = itemsOf(info, object)
  if (!items.length) return null
  return (
    <section className="o-panel" aria-label="Data">
      <header>
        <h2>Data</h2>
        <span className="o-dim o-num">{items.length}</span>
        <span className="o-grow" />
        {secret && (
          <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide values' : 'Show values'}
          </Button>
        )}
      </header>
      <div className="o-bounded" tabIndex={0} role="region" aria-label="Keys and values">
        <dl className="o-data">
          {items.map(({ key, size, text }) => (
            <div key={key}>
              <dt>
                <span className="o-mono o-break">{key}</span> <span className="o-dim o-tiny">{bytes(size)}</span>
              </dt>
              {text === undefined ? (
                <dd className="o-dim o-small">binary data</dd>
              ) : (
                (!secret || open) && (
                  <dd>
                    <pre className="o-code">{text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</pre>
                  </dd>
                )
              )}
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
