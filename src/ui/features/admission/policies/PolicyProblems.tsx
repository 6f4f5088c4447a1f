import type { PolicyProblem } from './policy-marks'

/** What is wrong with the policy besides its expressions, which show their errors with their results. */
export function PolicyProblems({ problems }: { readonly problems: readonly PolicyProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="o-panel-body o-stack o-flush o-no-marks" role="alert" aria-label="Problems of the policy">
      {problems.map(({ field, message, severity }) => (
        <li
          key={`${field} ${message}`}
          className={`o-adm-message o-tone ${severity === 'error' ? 'o-tone-refused' : 'o-tone-changed'} o-break`}
        >
          <code>{field}</code>: {message}
        </li>
      ))}
    </ul>
  )
}
