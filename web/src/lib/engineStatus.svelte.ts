/** Whether the server is still compiling its engine, which happens once per version and takes about a minute. */
class EngineStatus {
  compiling = $state(false);
}

export const engineStatus = new EngineStatus();
