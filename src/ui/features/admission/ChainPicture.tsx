import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { ApiObject } from '../../../machinery/object'
import type { PluginState } from '../../../server/control'
import type { TraceStep } from '../../../server/trace'
import { Diff } from '../../components/Diff'
import { Go } from '../../components/Go'
import { LessonAbout } from '../../components/lesson/LessonAbout'
import { Icon } from '../../components/Icon'
import { objectYaml, toYaml } from '../../components/editor/documents'
import { milliseconds } from '../../components/time'
import { type Tone, toneOf, Verdict } from '../../components/Verdict'
import { Panel } from '../../components/Panel'
import { type ChainPlace, type Gate, gatesOf, type Phase, placesOf, type Station } from './chain-run'
import { isOn, type Wanted } from './plugin-flags'

const WORDS: Readonly<Record<TraceStep['verdict'], string>> = {
  passed: 'passed',
  allowed: 'allowed',
  refused: 'refused',
  changed: 'changed',
  none: 'no opinion',
}
const NO_STEPS: readonly TraceStep[] = []

interface PictureProps {
  readonly plugins: readonly PluginState[]
  readonly wanted: Wanted
  readonly onSwitch: (name: string, on: boolean) => void
  /** Steps of the last request; absent before the first one. */
  readonly steps: readonly TraceStep[] | undefined
}

/** The chain from the request to the store, with the effect of each stage on the last request. */
export function ChainPicture({ plugins, wanted, onSwitch, steps }: PictureProps) {
  const gates = gatesOf(steps ?? NO_STEPS)
  const off = plugins.filter(({ on }) => !on)
  const phase = (which: Phase, title: string) => (
    <PhasePart
      title={title}
      places={placesOf(plugins, which, steps)}
      sent={steps !== undefined}
      wanted={wanted}
      onSwitch={onSwitch}
    />
  )
  return (
    <Panel title="Admission chain">
      <ol className="o-adm-chain" aria-label="Request stages">
        {['Authentication', 'Authorization', 'Decoding'].map((title) => (
          <GatePart key={title} gate={gates.get(title)} />
        ))}
        {phase('mutating', 'Mutating plugins')}
        <GatePart gate={gates.get('Validation')} />
        {phase('validating', 'Validating plugins')}
        <GatePart gate={gates.get('Store')} />
      </ol>
      <details className="o-adm-off">
        <summary>
          Disabled plugins <span className="o-dim o-num">{off.length}</span>
        </summary>
        <ul>
          {off.map((plugin) => (
            <li key={plugin.name}>
              <PluginSwitch plugin={plugin} wanted={wanted} onSwitch={onSwitch} labelled />
              <p className="o-tiny o-dim o-adm-does">
                {plugin.does}{' '}
                <Go
                  place={{ to: '/reference/plugins', search: { plugin: plugin.name } }}
                  aria-label={`Reference of ${plugin.name}`}
                >
                  Reference
                </Go>
              </p>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  )
}

function PluginSwitch({
  plugin,
  wanted,
  onSwitch,
  labelled = false,
}: Pick<PictureProps, 'wanted' | 'onSwitch'> & { readonly plugin: PluginState; readonly labelled?: boolean }) {
  return (
    <Switch
      checked={isOn(plugin, wanted)}
      onChange={(e) => onSwitch(plugin.name, e.currentTarget.checked)}
      {...(labelled ? { label: plugin.name } : { 'aria-label': `${plugin.name} runs` })}
    />
  )
}

const Dot = ({ tone }: { readonly tone: Tone }) => (
  <span className="dot">
    <Icon
      name={tone === 'refused' ? 'cross' : tone === 'changed' ? 'changed' : tone === 'allowed' ? 'check' : 'none'}
      size={11}
    />
  </span>
)

function GatePart({ gate }: { readonly gate: Gate | undefined }) {
  if (!gate) return null
  const reached = gate.verdict !== 'waiting'
  const tone = gate.verdict === 'waiting' ? 'none' : toneOf(gate.verdict)
  return (
    <li className={`gate ${reached ? `reached o-tone-${tone}` : ''}`}>
      <Dot tone={tone} />
      <div className="line">
        <strong>{gate.title}</strong>
        {gate.verdict === 'refused' && <Verdict tone="refused">refused</Verdict>}
        <span className="o-dim o-small o-grow o-break">{gate.reason}</span>
        {reached && <span className="o-num o-tiny o-dim">{milliseconds(gate.durationMs)}</span>}
      </div>
    </li>
  )
}

function PhasePart({
  title,
  places,
  sent,
  wanted,
  onSwitch,
}: Pick<PictureProps, 'wanted' | 'onSwitch'> & {
  readonly title: string
  readonly places: readonly ChainPlace[]
  readonly sent: boolean
}) {
  return (
    <li className="phase">
      <h3>{title}</h3>
      <ol aria-label={title}>
        {places.map(({ plugin, stations }) => (
          <PluginPart
            key={plugin.name}
            plugin={plugin}
            stations={stations}
            sent={sent}
            wanted={wanted}
            onSwitch={onSwitch}
          />
        ))}
      </ol>
    </li>
  )
}

function PluginPart({
  plugin,
  stations,
  sent,
  wanted,
  onSwitch,
}: Pick<PictureProps, 'wanted' | 'onSwitch'> & {
  readonly plugin: PluginState
  readonly stations: readonly Station[]
  readonly sent: boolean
}) {
  const worst =
    stations.find(({ verdict }) => verdict === 'refused') ??
    stations.find(({ verdict }) => verdict === 'changed') ??
    stations[0]
  const tone = worst ? toneOf(worst.verdict) : 'none'
  const telling = stations.filter(
    ({ verdict, reason, webhooks, round }) =>
      verdict === 'changed' || verdict === 'refused' || reason || webhooks.length > 0 || round > 0,
  )
  const total = stations.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return (
    <li className={worst ? `reached o-tone-${tone}` : ''}>
      <Dot tone={tone} />
      <div className="line">
        <PluginSwitch plugin={plugin} wanted={wanted} onSwitch={onSwitch} />
        <Go place={{ to: '/reference/plugins', search: { plugin: plugin.name } }} className="o-break">
          {plugin.name}
        </Go>
        {isOn(plugin, wanted) !== plugin.on && <Verdict tone="waiting">pending</Verdict>}
        {worst && worst.verdict !== 'passed' && <Verdict tone={tone}>{WORDS[worst.verdict]}</Verdict>}
        {stations.length > 1 && <span className="o-dim o-tiny">ran {stations.length} times</span>}
        <span className="o-grow" />
        {worst ? (
          <span className="o-num o-tiny o-dim">{milliseconds(total)}</span>
        ) : (
          sent && <span className="o-dim o-tiny">not called</span>
        )}
      </div>
      <p className="o-tiny o-dim o-adm-does">
        {plugin.does}
        <LessonAbout sort="plugin" name={plugin.name} />
      </p>
      {telling.map((station, i) => (
        <StationPart key={i} station={station} />
      ))}
    </li>
  )
}

/** An object for display, without managedFields. */
function shown(value: unknown): string {
  if (value === undefined) return ''
  const { metadata } = value as Partial<ApiObject>
  return metadata ? objectYaml(value as ApiObject) : toYaml(value)
}

function StationPart({ station }: { readonly station: Station }) {
  const changed = station.before !== undefined || station.after !== undefined
  const [closed, setClosed] = useState(false)
  const open = !closed
  return (
    <div className="station">
      {station.round > 0 && <div className="o-tiny o-dim">again, because a webhook changed the object</div>}
      {station.reason && <div className="o-small o-break">{station.reason}</div>}
      {station.webhooks.length > 0 && (
        <ul>
          {station.webhooks.map((webhook, i) => (
            <li key={i} className="o-small">
              <Verdict tone={toneOf(webhook.verdict)}>{WORDS[webhook.verdict]}</Verdict>{' '}
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
