import { LEVELS } from '../../../api/pod-security/control'
import { Verdict } from '../../components/Verdict'
import { CHECKED, type ControlRow } from './pod-levels'

/** Each control with its verdict per level; those that fail come first. */
export function PodSecurityLevels({
  rows,
  fit,
  prefix,
}: {
  readonly rows: readonly ControlRow[]
  readonly fit: string
  readonly prefix: string
}) {
  const failing = rows.filter(({ levels }) => levels.baseline?.violation ?? levels.restricted?.violation)
  const passing = rows.filter((row) => !failing.includes(row))
  return (
    <>
      <p className="o-panel-body o-adm-message" aria-live="polite">
        Meets: <strong>{fit}</strong>
        {fit === 'restricted' ? ', the strictest level.' : `. ${failing.length} of ${rows.length} checks fail.`}
      </p>
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of controls">
        <table className="o-table o-adm-levels">
          <thead>
            <tr>
              <th scope="col">Control</th>
              {LEVELS.map((level) => (
                <th key={level} scope="col">
                  {level}
                </th>
              ))}
            </tr>
          </thead>
          {[...failing, ...passing].map((row) => (
            <ControlPart key={row.control.id} row={row} prefix={prefix} />
          ))}
        </table>
      </div>
    </>
  )
}

function ControlPart({
  row: { control, levels, stricter },
  prefix,
}: {
  readonly row: ControlRow
  readonly prefix: string
}) {
  const violation = levels.baseline?.violation ?? levels.restricted?.violation
  return (
    <tbody>
      <tr>
        <th scope="row">{control.title}</th>
        <td className="o-dim">not checked</td>
        {CHECKED.map((level) => (
          <td key={level}>
            {levels[level] === undefined ? (
              <span className="o-dim">
                {level === 'restricted' && stricter.length > 0 ? `same as ${stricter.join(', ')}` : 'not checked'}
              </span>
            ) : (
              <Verdict tone={levels[level].violation ? 'refused' : 'allowed'}>
                {levels[level].violation ? 'fails' : 'passes'}
              </Verdict>
            )}
          </td>
        ))}
      </tr>
      {violation && (
        <tr className="why">
          <td colSpan={1 + LEVELS.length}>
            <div className="o-small o-tone o-tone-refused o-break">{violation.detail}</div>
            {violation.fields.map((field) => (
              <code key={field} className="o-tiny o-dim o-break o-block">
                {prefix + field}
              </code>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  )
}
