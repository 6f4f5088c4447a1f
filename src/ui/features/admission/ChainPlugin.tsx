import { Switch } from '@mantine/core'
import type { PluginState } from '../../../server/control'
import { Go } from '../../components/Go'
import { LessonAbout } from '../../components/lesson/LessonAbout'
import { Icon } from '../../components/Icon'
import { milliseconds } from '../../components/time'
import { type Tone, toneOf, Verdict } from '../../components/Verdict'
import type { Station } from './chain-run'
import { ChainStation, VERDICTS } from './ChainStation'
import { isOn, type Wanted } from './plugin-flags'

/** Which plugins shall run. */
export interface Switches {
  readonly wanted: Wanted
  readonly onSwitch: (name: string, on: boolean) => void
}

/** Switches a plugin on or off, with its name beside it if `labelled`. */
export function PluginSwitch({
  plugin,
  wanted,
  onSwitch,
  labelled = false,
}: Switches & { readonly plugin: PluginState; readonly labelled?: boolean }) {
  return (
    <Switch
      checked={isOn(plugin, wanted)}
      onChange={(e) => onSwitch(plugin.name, e.currentTarget.checked)}
      {...(labelled ? { label: plugin.name } : { 'aria-label': `${plugin.name} runs` })}
    />
  )
}

/** The mark of a stage on the line of the chain. */
export const ChainDot = ({ tone }: { readonly tone: Tone }) => (
  <span className="dot">
    <Icon
      name={tone === 'refused' ? 'cross' : tone === 'changed' ? 'changed' : tone === 'allowed' ? 'check' : 'none'}
      size={11}
    />
  </span>
)

/** A plugin of the chain, and what it did to the last request; `sent` says whether there was one. */
export function ChainPlugin({
  plugin,
  stations,
  sent,
  wanted,
  onSwitch,
}: Switches & {
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
      <ChainDot tone={tone} />
      <div className="line">
        <PluginSwitch plugin={plugin} wanted={wanted} onSwitch={onSwitch} />
        <Go place={{ to: '/reference/plugins', search: { plugin: plugin.name } }} className="o-break">
          {plugin.name}
        </Go>
        {isOn(plugin, wanted) !== plugin.on && <Verdict tone="waiting">pending</Verdict>}
        {worst && worst.verdict !== 'passed' && <Verdict tone={tone}>{VERDICTS[worst.verdict]}</Verdict>}
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
        <ChainStation key={i} station={station} />
      ))}
    </li>
  )
}
