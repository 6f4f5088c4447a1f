import { useCallback, useEffect } from 'react'
import type { PluginState } from '../../../server/control'
import type { TraceStep } from '../../../server/trace'
import { ExportMenu } from '../../components/export/ExportMenu'
import { showPicture } from '../../components/export/page-pictures'
import { pageColour } from '../../components/export/picture'
import { Go } from '../../components/Go'
import { milliseconds } from '../../components/time'
import { toneOf, Verdict } from '../../components/Verdict'
import { Panel } from '../../components/Panel'
import { type ChainPlace, type Gate, gatesOf, type Phase, placesOf } from './chain-run'
import { type ChainPaint, chainRows, chainSvg, chainTable } from './chain-svg'
import { ChainDot, ChainPlugin, PluginSwitch, type Switches } from './ChainPlugin'

const TITLE = 'Admission chain'
const paint = (): ChainPaint => ({
  ink: pageColour('--o-text'),
  dim: pageColour('--o-dim'),
  line: pageColour('--o-line-strong'),
  ground: pageColour('--o-surface'),
  of: (tone) => pageColour(tone === 'none' ? '--o-dim' : `--o-${tone}`),
})

const NO_STEPS: readonly TraceStep[] = []

interface PictureProps extends Switches {
  readonly plugins: readonly PluginState[]
  /** Steps of the last request; absent before the first one. */
  readonly steps: readonly TraceStep[] | undefined
  /** The last request and its answer, in a line. */
  readonly request: string | undefined
}

/** The chain from the request to the store, with the effect of each stage on the last request. */
export function ChainPicture({ plugins, wanted, onSwitch, steps, request }: PictureProps) {
  const draw = useCallback(() => chainSvg(chainRows(plugins, steps), request, paint()), [plugins, steps, request])
  useEffect(() => showPicture({ title: TITLE, draw }), [draw])
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
    <Panel
      title={TITLE}
      actions={
        <ExportMenu
          what="the admission chain"
          file="admission-chain"
          table={() => chainTable(chainRows(plugins, steps))}
          picture={draw}
          compact
        />
      }
    >
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

function GatePart({ gate }: { readonly gate: Gate | undefined }) {
  if (!gate) return null
  const reached = gate.verdict !== 'waiting'
  const tone = gate.verdict === 'waiting' ? 'none' : toneOf(gate.verdict)
  const [reason, ...details] = gate.reason.split('\n')
  return (
    <li className={`gate ${reached ? `reached o-tone-${tone}` : ''}`}>
      <ChainDot tone={tone} />
      <div className="line">
        <strong>{gate.title}</strong>
        {gate.verdict === 'refused' && <Verdict tone="refused">refused</Verdict>}
        <span className="o-dim o-small o-grow o-break">{reason}</span>
        {reached && <span className="o-num o-tiny o-dim">{milliseconds(gate.durationMs)}</span>}
      </div>
      {details.length > 0 && <div className="o-dim o-small o-break o-lines">{details.join('\n')}</div>}
    </li>
  )
}

function PhasePart({
  title,
  places,
  sent,
  wanted,
  onSwitch,
}: Switches & {
  readonly title: string
  readonly places: readonly ChainPlace[]
  readonly sent: boolean
}) {
  return (
    <li className="phase">
      <h3>{title}</h3>
      <ol aria-label={title}>
        {places.map(({ plugin, stations }) => (
          <ChainPlugin
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
