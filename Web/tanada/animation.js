// Motion in the page: courses that are drawn on every frame.

/**
 * Draws a course on every frame; at once where motion is reduced or nobody looks.
 * @param {(place: number) => void} draw
 * @param {import('./courses.js').Course} course
 * @param {() => void} done
 * @returns {() => void} stops it
 */
export function animate(draw, { at, end }, done) {
  let start = 0;
  let frame = 0;
  const next = (now) => {
    start ||= now;
    const [place, isOver] = at((now - start) / 1000);
    if (isOver || document.hidden) return finish();
    draw(place);
    frame = requestAnimationFrame(next);
  };
  const finish = () => {
    draw(end);
    done();
  };
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) finish();
  else frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}
