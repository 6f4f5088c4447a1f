import type { DiffBlock, DiffLine } from './line-diff'

const SIGNS = { same: '', add: '+', del: '−' } as const

/** The lines of a diff, unchanged stretches folded. `by` names the author of a changed line; lines that are not `lit` step back. */
export function DiffBlocks<L extends DiffLine>({
  blocks,
  label,
  by,
  lit = () => true,
  className = '',
}: {
  readonly blocks: readonly DiffBlock<L>[]
  readonly label: string
  readonly by?: ((line: L) => string | undefined) | undefined
  readonly lit?: (line: L) => boolean
  readonly className?: string
}) {
  return (
    <div className={`o-diff ${className}`} role="group" aria-label={label} tabIndex={0}>
      {blocks.map((block, i) =>
        block.type === 'gap' ? (
          <div key={i} className="gap">
            <span className="at">⋯</span>
            <span />
            <span>{block.count} unchanged</span>
          </div>
        ) : (
          <div key={i} className={`${block.type} ${lit(block) ? '' : 'other'}`}>
            <span className="at">{block.at}</span>
            <span className="sign">
              {SIGNS[block.type]}
              {block.type !== 'same' && <span className="o-hidden">{block.type === 'add' ? 'added' : 'removed'}</span>}
            </span>
            <span>{block.text}</span>
            {block.type !== 'same' && <span className="by">{by?.(block)}</span>}
          </div>
        ),
      )}
    </div>
  )
}
