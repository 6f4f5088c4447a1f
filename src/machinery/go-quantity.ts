import { goQuoted } from './go-quote'
import { goNil, GoText, goText } from './go-values'
import { parseQuantity, type QuantityFormat } from './quantity'

const FORMATS: Readonly<Record<QuantityFormat, string>> = {
  decimal: 'DecimalSI',
  binary: 'BinarySI',
  exponent: 'DecimalExponent',
}
/** Digits that always fit into the int64 of a Go quantity. Longer values are held by pointer, whose address can't be reproduced. */
const DIGITS = 18

/** A quantity as Go prints its struct. The cached string is present only if it is the shortest form of the value. */
export function goQuantity(text: string): GoText {
  const { mantissa, scale, format } = parseQuantity(text)
  const [, whole = '', fraction = ''] = /^[+-]?0*(\d*)\.?(\d*)/.exec(text) ?? []
  const digits = (whole || '0') + fraction
  if (digits.length > DIGITS) return new GoText(goText(text), text)
  const shortest =
    text === '0' ||
    (format === 'binary'
      ? fraction === '' && Number(whole) % 8 !== 0
      : scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0'))
  const amount = `i:resource.int64Amount{value:${mantissa}, scale:${scale}}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}`
  return new GoText(`resource.Quantity{${amount}, s:"${shortest ? text : ''}", Format:"${FORMATS[format]}"}`, text)
}

/** A resource list as Go prints it; an absent one is a nil map. */
export function goResources(list: Readonly<Record<string, string | number>> | undefined): GoText {
  if (list === undefined) return goNil('core.ResourceList')
  const amounts = Object.keys(list).sort()
  return new GoText(
    `core.ResourceList{${amounts.map((name) => `${goQuoted(name)}:${goQuantity(String(list[name])).text}`).join(', ')}}`,
    Object.fromEntries(amounts.map((name) => [name, String(list[name])])),
  )
}
