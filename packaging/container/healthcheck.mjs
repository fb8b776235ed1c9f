// Whether the service in this container is ready; the status of the container shows the cause.
const url = `http://127.0.0.1:${process.env.PORT || 4000}/ready`;
const response = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch((error) => error);
if (response.status !== 200) {
  console.error(response instanceof Error ? `${url}: ${response.cause ?? response}` : await response.text());
  process.exitCode = 1;
}
