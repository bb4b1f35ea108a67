"""Refusals of the command line and of requests to the page. `CLICK`, `HTTP`: how click and Werkzeug word their own."""

WHAT = {
    # options that do not fit together
    "--resume needs a folder as output: -o OUT/": "--resume 要输出到文件夹：-o OUT/",
    "--dask needs a folder as output: -o OUT/": "--dask 要输出到文件夹：-o OUT/",
    "--json prints; --output writes a table: one of them": "--json 打印，--output 写表：只能用一个",
    "--self-draw, --discard, --rob-kong: one of them": "--self-draw、--discard、--rob-kong：只能用一个",
    "{} is for {}": "{} 只用于 {}",
    "no address": "没有地址",
    "needs --rules": "要有 --rules",
    "deals need --rules NAME": "对局要有 --rules NAME",
    "{} {} is {} as well": "{} {} 也是{}",
    # values
    "no answer {!r}: there are {}": "没有{}这项答案，有的是 {}",
    "no answer {!r} (it needs --rules): there are {}": "没有{}这项答案（要有 --rules），有的是 {}",
    "{!r} is no NAME=VALUE": "{}不是 NAME=VALUE",
    "{!r}": "{}",
    "cannot tell what to write from the name {}: .html, .md, .png, or --format": (
        "从 {} 这个名字看不出要写什么格式：.html、.md、.png，或用 --format"
    ),
    # the page
    "the page needs Flask and waitress": "网页要有 Flask 和 waitress",
    "port {}: {}": "端口 {}：{:said}",
    "the request is not JSON": "请求不是 JSON",
    "not a JSON object": "不是 JSON 对象",
    "no deal": "没有一局牌",
    "no such seat": "没有这个座位",
    "unknown host": "不认得的主机",
}

CLICK = {
    "No such option {!r}.": "没有选项{}",
    "No such option {!r}. Did you mean {}?": "没有选项{}，是不是{}？",
    "No such option {!r}. (Did you mean one of: {}?)": "没有选项{}，是不是其中之一：{}？",
    "No such command {!r}.": "没有命令{}",
    "No such command {!r}. Did you mean {}?": "没有命令{}，是不是{}？",
    "No such command {!r}. (Did you mean one of: {}?)": "没有命令{}，是不是其中之一：{}？",
    "Missing argument {!r}.": "缺少{}",
    "Missing option {}.": "缺少选项{}",
    "Missing option {}. Choose from: {}": "缺少选项{}，可用 {}",
    "Option {!r} requires an argument.": "选项{}要有值",
    "Option {!r} does not take a value.": "选项{}没有值",
    "Got unexpected extra argument ({})": "多了 {}",
    "Got unexpected extra arguments ({})": "多了 {}",
    "{!r} is not one of {}.": "{}不是{}之一",
    "{!r} is not a valid integer range.": "{}不是整数",
    "{} is not in the range {}.": "{} 不在范围 {} 内",
}

HTTP = {
    "The requested URL was not found on the server. If you entered the URL manually please check your spelling and "
    "try again.": "没有这个网址",
    "The method is not allowed for the requested URL.": "这个网址不接受这种请求",
    "The browser (or proxy) sent a request that this server could not understand.": "看不懂这个请求",
    "The data value transmitted exceeds the capacity limit.": "请求太大",
    "The server cannot provide the requested range.": "没有所要的这一段",
}

EXPECTED = {
    "a file of its own": "应为另一个文件",
    "the name of a file": "应为文件名",
    "--discard or --rob-kong": "应用 --discard 或 --rob-kong",
    "Flask and waitress: pip install 'tingpai[serve]'": "请先装 Flask 和 waitress：pip install 'tingpai[serve]'",
    "another --port": "请换一个 --port",
    "application/json": "应为 application/json",
    "an object under 'deal'": "“deal”应为对象",
}
