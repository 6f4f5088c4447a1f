import { useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { render } from '../../../testing/render.testing'
import { tablesIn } from './page-tables'
import { useWholeTable } from './whole-tables'

const shown = (html: string): HTMLElement => {
  const part = document.createElement('section')
  part.setAttribute('aria-label', 'Facts')
  part.innerHTML = html
  document.body.append(part)
  return part
}

afterEach(() => document.body.replaceChildren())

describe('tables that a page shows', () => {
  it.each([
    [
      'a table',
      '<table><tr><th>Name</th><th>Age</th></tr><tr><td>web</td><td>3s</td></tr></table>',
      { columns: ['Name', 'Age'], rows: [['web', '3s']] },
    ],
    [
      'a table with a column of boxes',
      '<table><tr><th><input type="checkbox"></th><th>Name</th></tr><tr><td><input type="checkbox"></td><td>web</td></tr></table>',
      { columns: ['Name'], rows: [['web']] },
    ],
    [
      'a list of facts',
      '<dl><dt>Ready</dt><dd>0/2</dd><div><dt>Labels</dt><dd>app=web</dd><dd>tier=front</dd></div></dl>',
      {
        columns: ['Name', 'Value'],
        rows: [
          ['Ready', '0/2'],
          ['Labels', 'app=web\ntier=front'],
        ],
      },
    ],
    [
      'a list of cards whose parts have names',
      '<ul><li><b data-cell="Verbs">get</b> <i data-cell="Resources">pods</i></li><li><b data-cell="Verbs">list</b> <i data-cell="Names">a</i> <p>in two</p> namespaces</li></ul>',
      {
        columns: ['Verbs', 'Resources', 'Names', 'Note'],
        rows: [
          ['get', 'pods', '', ''],
          ['list', '', 'a', 'in two namespaces'],
        ],
      },
    ],
    [
      'a list of cards, without their buttons',
      '<ol><li><p>web</p><p>2 of 2 ready</p><button class="mantine-Button-root">Open</button></li><li></li></ol>',
      { columns: ['Item'], rows: [['web\n2 of 2 ready']] },
    ],
    [
      'a list of cards with a part that only acts',
      '<ul><li><b data-cell="Binding">viewers</b><button data-not-taken>show</button></li></ul>',
      { columns: ['Binding'], rows: [['viewers']] },
    ],
    [
      'a list whose items are turned on and off',
      '<ol><li><input type="checkbox">LimitRanger<p>Fills in limits</p></li></ol>',
      { columns: ['Item'], rows: [['LimitRanger\nFills in limits']] },
    ],
  ])('%s', (_, html, table) => {
    const found = tablesIn(shown(html))
    expect(found.map(({ title, read }) => ({ title, ...read() }))).toEqual([{ title: 'Facts', ...table }])
  })
})

it.each([
  ['a list of links', '<nav><ul><li>Pods</li></ul></nav>'],
  ['a form in steps', '<ol><li>Name <input></li></ol>'],
  ['an empty list', '<ul></ul>'],
  ['a folded list', '<details><summary>More</summary><ul><li>Pods</li></ul></details>'],
])('%s is no table', (_, html) => expect(tablesIn(shown(html))).toEqual([]))

function LongTable() {
  const table = useRef<HTMLDivElement>(null)
  useWholeTable(table, () => ({ columns: ['Name'], rows: [['a'], ['b']] }))
  return (
    <div ref={table} role="grid" aria-label="Long">
      <div role="row">
        <div role="gridcell">a</div>
      </div>
    </div>
  )
}

it('a table that draws only visible rows is exported whole', () => {
  render(<LongTable />)
  expect(tablesIn(document).map(({ title, read }) => [title, read().rows])).toEqual([['Long', [['a'], ['b']]]])
})
