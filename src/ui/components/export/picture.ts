/** Pixel density of exported pictures. */
const SCALE = 2

const INHERITED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'color',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const

/** An SVG of the page as a file that looks the same without the page's styles. */
export function standaloneSvg(drawing: SVGSVGElement, background = pageColour('--o-surface')): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const { width, height } = drawing.viewBox.baseVal.width ? drawing.viewBox.baseVal : drawing.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const own = [drawing, ...drawing.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  own.forEach((element, i) => {
    const style = getComputedStyle(element)
    for (const name of INHERITED) copies[i]?.style.setProperty(name, style.getPropertyValue(name))
    copies[i]?.removeAttribute('class')
  })
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  sheet.setAttribute('width', '100%')
  sheet.setAttribute('height', '100%')
  sheet.setAttribute('fill', background)
  copy.prepend(sheet)
  return new XMLSerializer().serializeToString(copy)
}

/** The current value of a theme colour, because files cannot use CSS variables. */
export const pageColour = (variable: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || '#888'

/** An SVG text as a PNG. Rejects when the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * SCALE
    canvas.height = image.naturalHeight * SCALE
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws no pictures')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
