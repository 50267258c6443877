-- Requests as a proxy passes them on: each has a trace, an address, an id and a user agent of its own.
--   wrk -s heads.lua -H … URL -- SEED COUNT
-- Each thread makes COUNT requests before the measurement begins, and then repeats them in their order: what
-- is left to do for a request is to take it from a table.

local AGENTS = {
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    .. "Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Pro Build/AP3A.241105.008) AppleWebKit/537.36 (KHTML, like Gecko) "
    .. "Chrome/131.0.6778.39 Mobile Safari/537.36",
}

local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

-- Hexadecimal digits, eight for each of `count`.
local function digits(count)
  local parts = {}
  for index = 1, count do
    parts[index] = string.format("%04x%04x", math.random(0, 65535), math.random(0, 65535))
  end
  return table.concat(parts)
end

local requests = {}
local last = 0

function init(args)
  math.randomseed(tonumber(args[1]) * 1000 + number)
  for index = 1, tonumber(args[2]) do
    wrk.headers["traceparent"] = "00-" .. digits(4) .. "-" .. digits(2) .. "-01"
    wrk.headers["X-Forwarded-For"] = string.format(
      "%d.%d.%d.%d", math.random(11, 126), math.random(0, 255), math.random(0, 255), math.random(1, 254))
    wrk.headers["X-Request-ID"] = digits(4)
    wrk.headers["User-Agent"] = AGENTS[math.random(1, #AGENTS)]
    requests[index] = wrk.format()
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end
