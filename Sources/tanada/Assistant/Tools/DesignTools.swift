import FeedModel
import StrictJSON

extension AssistantTool {
  private static let types = Schema.Property.required(
    "type", .oneText(of: DesignType.allCases.map(\.rawValue)), "cell or theme.")

  static let listDesigns = AssistantTool(
    "list_designs", title: "List cells and themes",
    description: """
      Lists the cells, which say what is inside of the items of a section, with their titles and the layouts that they fit \
      in, or the themes, which have the styles and colours of a feed. A kind or a section names a cell, and a composition \
      a theme. get_design has the whole document. Only administrators write them.
      """,
    arguments: [types, .cursor],
    result: [
      .required(
        "designs",
        .array(
          of: .object([
            .required("name", .text()), .optional("title", .text()),
            .optional("fits", .array(of: .text())),
          ]))), .nextCursor,
    ]
  ) { arguments, desk in
    let type = DesignType(rawValue: try arguments.required("type")) ?? .cell
    let all = try await desk.read([type.folder]).document[type.folder]?.elements ?? []
    let page = try SizedPage(of: all.map { $0.designSummary(type) }, for: arguments)
    return ToolResult { $0.page("designs", page) }
  }

  static let getDesign = AssistantTool(
    "get_design", title: "Get a cell or a theme",
    description: """
      Returns the document of one cell, with its elements from top to bottom, or of one theme, with the values in which it \
      differs from the default theme.
      """,
    arguments: [types, .required("name", .line, "The name, as list_designs has it.")],
    result: [.required("definition", .object([]))]
  ) { arguments, desk in
    let type = DesignType(rawValue: try arguments.required("type")) ?? .cell
    let definition = try await desk.read([type.folder, try arguments.required("name")])
    return ToolResult { $0.member("definition", json: definition.document.bytes) }
  }
}

extension JSONTree {
  /// What a list says of a design with this document.
  fileprivate func designSummary(_ type: DesignType) -> [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.member("name", self[type.rawValue]?.string ?? "")
        if let title = self["title"]?.string { object.member("title", title) }
        if let fits = self["fits"]?.elements {
          object.array("fits", fits) { $0.value($1.string ?? "") }
        }
      }
    }
  }
}
