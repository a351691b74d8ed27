/** Return an attachment that reports the height of an element, now and whenever it changes. */
export function watchHeight(report: (height: number) => void): (node: HTMLElement) => () => void {
  return (node) => {
    const measure = (): void => report(node.offsetHeight);
    measure();
    // missing in the DOM of the tests, which has no layout either
    if (typeof ResizeObserver !== "function") return () => undefined;
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  };
}
