import { type TemplateNode } from './go-template-nodes'
import { tokens } from './go-template-tokens'
import { parsePipe } from './go-template-pipe'
import { TemplateMistake } from './go-template-errors'

/** @throws TemplateMistake for an invalid template */
export function parseGoTemplate(text: string): TemplateNode[] {
  const list = tokens(text)
  let at = 0
  let ranges = 0
  const block = (inside: boolean): { nodes: TemplateNode[]; end: string } => {
    const nodes: TemplateNode[] = []
    for (; at < list.length; at++) {
      const { text: word, action, at: place } = list[at] ?? { text: '', action: false, at: 0 }
      if (!action) {
        if (word) nodes.push({ type: 'text', text: word })
        continue
      }
      if (/^\/\*[\s\S]*\*\/$/.test(word)) continue
      const [, keyword = '', rest = ''] =
        /^(if|with|range|else|end|define|template|block|break|continue)\b\s*([\s\S]*)$/.exec(word) ?? []
      if (keyword === 'end' || keyword === 'else') {
        if (!inside) throw new TemplateMistake(`unexpected {{${keyword}}}`)
        return { nodes, end: word }
      }
      nodes.push(...statement(keyword, rest, word, place))
    }
    if (inside) throw new TemplateMistake('unexpected EOF')
    return { nodes, end: '' }
  }
  const branch = (type: 'if' | 'with' | 'range', source: string, place: number): TemplateNode => {
    if (source === '') throw new TemplateMistake(`missing value for ${type}`)
    const pipe = parsePipe(source, place)
    at += 1
    if (type === 'range') ranges += 1
    const { nodes: body, end } = block(true)
    if (type === 'range') ranges -= 1
    let other: TemplateNode[] = []
    if (end !== 'end') {
      const [, next, condition = ''] = /^else\s+(if|with)\s+([\s\S]*)$/.exec(end) ?? []
      if (next === 'if' || next === 'with')
        other = [branch(next, condition, (list[at]?.at ?? 0) + end.length - condition.length)]
      else {
        at += 1
        other = block(true).nodes
      }
    }
    return { type, pipe, body, other }
  }
  const statement = (keyword: string, rest: string, word: string, place: number): TemplateNode[] => {
    const behind = (part: string): number => place + word.length - part.length
    if (keyword === 'if' || keyword === 'with' || keyword === 'range') return [branch(keyword, rest, behind(rest))]
    if (keyword === 'break' || keyword === 'continue') {
      if (ranges === 0) throw new TemplateMistake(`{{${keyword}}} outside {{range}}`)
      return [{ type: keyword }]
    }
    if (keyword === 'define' || keyword === 'block') {
      const [, name = '', source = ''] = /^"([^"]*)"\s*([\s\S]*)$/.exec(rest) ?? []
      at += 1
      const { nodes: body } = block(true)
      const define: TemplateNode = { type: 'define', name, body }
      if (keyword === 'define') return [define]
      return [
        define,
        { type: 'template', name, at: behind(rest), source: `{{${word}}}`, pipe: parsePipe(source, behind(source)) },
      ]
    }
    if (keyword === 'template') {
      const [, name = '', source = ''] = /^"([^"]*)"\s*([\s\S]*)$/.exec(rest) ?? []
      const pipe = source ? { pipe: parsePipe(source, behind(source)) } : {}
      return [{ type: 'template', name, at: behind(rest), source: `{{${word}}}`, ...pipe }]
    }
    return [{ type: 'print', pipe: parsePipe(word, place) }]
  }
  return block(false).nodes
}
