import StrictJSON

/// The messages of this server, without the ends of their lines.
enum OutgoingMessage {
  /// The answer to a request.
  static func answer(to id: RequestID, _ result: (inout JSONWriter) -> Void) -> [UInt8] {
    message { object in
      object.member("id", json: id)
      object.object("result", result)
    }
  }

  /// The answer to a request that cannot be done.
  ///
  /// - Parameter id: `nil` if it is not known; the answer has none then.
  static func fault(_ fault: ProtocolFault, answering id: RequestID?) -> [UInt8] {
    message { object in
      if let id {
        object.member("id", json: id)
      }
      object.object("error") { error in
        error.member("code", fault.code)
        error.member("message", fault.message)
        if let data = fault.data {
          error.member("data", json: data)
        }
      }
    }
  }

  /// A message that is not answered.
  static func notification(_ method: String, _ parameters: (inout JSONWriter) -> Void) -> [UInt8] {
    message { object in
      object.member("method", method)
      object.object("params", parameters)
    }
  }

  /// The answers to a batch, in one array.
  static func batch(_ answers: [[UInt8]]) -> [UInt8] {
    JSONWriter.encode { $0.array(answers) { $0.raw($1) } }
  }

  private static func message(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.member("jsonrpc", "2.0")
        members(&object)
      }
    }
  }
}
