import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../../components/CopyButton'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { messageOf } from '../../state/message'
import { milliseconds } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import type { RequestTrace } from '../../../server/trace'
import { useDiscovery } from '../../queries/discovery'
import { StageList as Stages } from '../../components/RequestDetail'
import { type Session, useSession } from '../../state/connection'
import type { Identity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { traceSoon } from '../../state/requests'
import { useRequestTexts } from '../../state/secret-request'
import { isNamespaced, useAccess, whyPlace } from './context'
import { identityFor, personOf } from './people'
import { PersonPicker } from './pickers'
import { PersonLink } from './parts'
import { partingOf } from './parting'
import { questionFrom, questionOf, searchOf } from './question'
import { attributesOfRequest } from './recorded'
import { dry, isWrite, requestFor } from './request-path'
import { parseJson, writeJson } from '../../../machinery/json-text'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const TYPES: Readonly<Record<string, string>> = { PATCH: 'application/merge-patch+json' }

interface Side {
  readonly who: string
  readonly method: string
  readonly path: string
  readonly status?: number
  readonly text?: string
  readonly durationMs?: number
  readonly trace?: RequestTrace
  readonly error?: unknown
}

async function sendAs(
  session: Session,
  identity: Identity,
  who: string,
  { method, path, body }: { method: string; path: string; body: string },
  signal: AbortSignal,
): Promise<Side> {
  const started = performance.now()
  try {
    const response = await session.clientAs(identity).raw(method, path, body || undefined, {
      contentType: TYPES[method] ?? 'application/yaml',
      signal,
    })
    const text = await response.text()
    const durationMs = performance.now() - started
    const trace = await traceSoon(response.headers.get('audit-id'))
    return { who, method, path, status: response.status, text: readableJson(text), durationMs, ...(trace && { trace }) }
  } catch (error) {
    return { who, method, path, error }
  }
}

/** A document on several lines; other texts as they are. */
function readableJson(text: string): string {
  try {
    return writeJson(parseJson(text), 2)
  } catch {
    return text // not one JSON document, such as the events of a watch
  }
}

/** The Status message of a refusal. */
function statusMessage(text: string | undefined): string | undefined {
  try {
    const status = parseJson(text ?? '') as { kind?: string; message?: string }
    return status.kind === 'Status' ? status.message : undefined
  } catch {
    return undefined // an answer that is no Status has no message
  }
}

/** One request, two people. */
export function TwiceView() {
  const { candidates, resources } = useAccess()
  const discovery = useDiscovery().data
  const session = useSession()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const [sides, setSides] = useState<readonly [Side, Side]>()
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const people = candidates.filter(({ system }) => !system)
  const who = query['who'] ?? people[0]?.text ?? 'user:alice'
  const other = query['with'] ?? people.find(({ text }) => text !== who)?.text ?? 'user:system:anonymous'
  const question = questionOf(query)
  const suggested = requestFor(
    question,
    isNamespaced(resources, question.what),
    (group, resource) =>
      discovery?.resources.find((one) => one.preferred && one.group === group && one.resource === resource)?.version ??
      'v1',
  )
  const [{ method, path, body }, setRequest] = useRequestTexts(suggested)
  const dryRun = query['real'] !== 'yes'
  const write = isWrite(method)
  const send = async (): Promise<void> => {
    const [first, second] = [personOf(who), personOf(other)]
    if (!first || !second) return
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setBusy(true)
    const request = { method, path: write && dryRun ? dry(path) : path, body: write ? body : '' }
    const one = await sendAs(session, identityFor(first), who, request, stop.signal)
    const two = await sendAs(session, identityFor(second), other, request, stop.signal)
    if (running.current !== stop) return
    setSides([one, two])
    setBusy(false)
  }
  useKeys([{ keys: 'Enter', title: 'Send as both', run: () => void send() }])
  return (
    <>
      <form
        className="o-toolbar o-access-bar"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <PersonPicker label="As" value={who} onChange={(next) => setQuery({ who: next }, { push: true })} />
        <PersonPicker label="And as" value={other} onChange={(next) => setQuery({ with: next }, { push: true })} />
        <Select
          size="xs"
          w="6rem"
          label="Method"
          allowDeselect={false}
          data={METHODS}
          value={method}
          onChange={(next) => setRequest({ method: next ?? undefined })}
          classNames={{ input: 'o-mono' }}
        />
        <TextInput
          size="xs"
          style={{ flex: '1 1 18rem' }}
          label="Path"
          value={path}
          onChange={(e) => setRequest({ path: e.currentTarget.value })}
          classNames={{ input: 'o-mono' }}
          spellCheck={false}
        />
        {write && (
          <Switch
            size="xs"
            label="Dry run"
            checked={dryRun}
            onChange={(e) => setQuery({ real: e.currentTarget.checked ? undefined : 'yes' })}
          />
        )}
        <Button size="xs" type="submit" loading={busy} leftSection={<Icon name="send" />}>
          Send as both
        </Button>
      </form>
      <div className="o-page-body o-stack">
        {write && (
          <Textarea
            size="xs"
            label="Body (YAML or JSON; a merge patch for PATCH)"
            autosize
            minRows={3}
            maxRows={12}
            value={body}
            onChange={(e) => setRequest({ body: e.currentTarget.value })}
            classNames={{ input: 'o-mono' }}
            spellCheck={false}
          />
        )}
        {sides ? (
          <>
            <Parting sides={sides} />
            <div className="o-columns o-sides">
              <SidePanel side={sides[0]} />
              <SidePanel side={sides[1]} />
            </div>
          </>
        ) : busy ? (
          <Loading lines={8} label="Waiting for both responses" />
        ) : (
          <Empty
            title="No comparison yet"
            icon="send"
            actions={
              <Button leftSection={<Icon name="send" />} onClick={() => void send()}>
                Send as both
              </Button>
            }
          >
            Sends the request once as each user, by impersonation, and compares the stages of both requests.
          </Empty>
        )}
      </div>
    </>
  )
}

/** Where the ways of the two part. */
function Parting({ sides }: { readonly sides: readonly [Side, Side] }) {
  const [first, second] = sides
  const parting = partingOf(first.trace, second.trace)
  return (
    <p role="status" style={{ margin: 0 }}>
      {!first.trace || !second.trace ? (
        'Both traces are needed to find the first difference.'
      ) : parting === undefined ? (
        <>No difference: both requests get {first.status}.</>
      ) : (
        <>
          First difference: <b>{parting}</b>. {first.who} gets {first.status}, {second.who} gets {second.status}.
        </>
      )}
    </p>
  )
}

function SidePanel({ side }: { readonly side: Side }) {
  const { who, status, text, durationMs, trace, error } = side
  const message = status !== undefined && status >= 400 ? statusMessage(text) : undefined
  const question = questionFrom(attributesOfRequest(side.method, side.path))
  return (
    <section className="o-panel" aria-label={`Response to ${who}`}>
      <header>
        <h2 className="o-break o-grow">
          <PersonLink text={who} />
        </h2>
        {status !== undefined && <Verdict tone={statusTone(status)}>{status}</Verdict>}
        {durationMs !== undefined && <span className="o-dim o-num o-small">{milliseconds(durationMs)}</span>}
      </header>
      <div className="o-panel-body o-stack">
        {error !== undefined && <ErrorMessage error={messageOf(error)} />}
        {message && (
          <p className="o-code o-mono" style={{ margin: 0 }}>
            {message}
          </p>
        )}
        <Go place={whyPlace({ who, ...searchOf(question) })} className="o-small">
          {status === 403 ? 'Why denied, and how to allow it' : 'Why allowed'}
        </Go>
        {trace ? (
          <Stages steps={trace.steps} total={trace.durationMs} />
        ) : (
          error === undefined && <p className="o-dim o-small">No trace was recorded for this request.</p>
        )}
        {text && (
          <details>
            <summary className="o-small">Response</summary>
            <div className="o-row" style={{ justifyContent: 'flex-end' }}>
              <CopyButton label="Copy response" text={() => text} />
            </div>
            <pre className="o-code" tabIndex={0} style={{ maxHeight: '24rem' }}>
              {text}
            </pre>
          </details>
        )}
      </div>
    </section>
  )
}
